import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { exportsFolder } from '../../../../platform/data-folder/exports-folder.ts'
import { runCleanupsInOrder } from '../../../../platform/jobs/cleanup.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { createSharedEntry } from '../../../../testing/records/journal.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { personalExportCleanups } from '../personal-export.jobs.ts'
import { exportIdOf, fetchExport, storedOf } from '../personal-export.testing.ts'
import {
  exportedRecords,
  fetchRecords,
  exportedFolders,
  recordsNamed,
  textOfFolder,
  usualChoices,
} from './records.testing.ts'
import { makeRecordsExport } from './make-records.ts'

let isFull = false
const app = await startSharedApp({
  worker: false,
  isDiskFull: async () => isFull,
  // The server logs each refusal with a status of 500 or above.
  expectedErrors: ['a request failed'],
})

let people = 0
/** Creates a therapist with clients. */
async function practiceOf(size: number) {
  const therapist = await app.person('therapist', ++people)
  const clients = []
  for (let at = 0; at < size; at++) {
    const person = await app.person('client', ++people)
    clients.push({ person, clientId: await connectClient(app, therapist, person) })
  }
  const [first, second] = clients as [(typeof clients)[number], (typeof clients)[number]]
  return { therapist, first, second }
}
const latestOf = async (person: Person) => (await person.api.personalExport.findRecords({})).latest
const start = (person: Person) => person.api.personalExport.startRecords(usualChoices)

/** Runs the export that the therapist started, and calls `change` once, after the first record is finished. */
async function makeWith(therapist: Person, change: () => Promise<unknown>) {
  const named = await recordsNamed(app, therapist)
  let isChanged = false
  const asActor: typeof app.db.asActor = async (actor, work) => {
    const result = await app.db.asActor(actor, work)
    const latest = isChanged ? null : await latestOf(therapist).catch(() => null)
    if (latest?.done === 1 && !isChanged) {
      isChanged = true
      await change()
    }
    return result
  }
  await makeRecordsExport({ ...app, db: { ...app.db, asActor } }, named, true)
  expect(isChanged).toBe(true)
}

test('an export of all records is not begun on a full disk', async () => {
  const { therapist } = await practiceOf(1)
  isFull = true
  await expect(start(therapist)).rejects.toMatchObject({ code: 'NO_SPACE', status: 507 })
  isFull = false
  expect(await latestOf(therapist)).toBeNull()
})

test('an export of all records ends with the reason and leaves nothing if the disk fills halfway @slow', async () => {
  const { therapist } = await practiceOf(2)
  await start(therapist)
  const exportStore: typeof app.exportStore = {
    ...app.exportStore,
    async put(_of, content) {
      let bytes = 0
      for await (const chunk of content) {
        bytes += (chunk as Buffer).length
        if (bytes > 2_000) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      }
    },
  }
  await makeRecordsExport({ ...app, exportStore }, await recordsNamed(app, therapist), false)
  expect(await latestOf(therapist)).toMatchObject({ state: 'failed', reason: 'NO_SPACE' })
  expect(storedOf(app, therapist)).toEqual([])
})

test('an export that was cancelled while it is made ends and leaves no file @slow', async () => {
  const { therapist } = await practiceOf(2)
  await start(therapist)
  await makeWith(therapist, () => therapist.api.personalExport.removeRecords({}))
  expect(storedOf(app, therapist)).toEqual([])
  expect(await latestOf(therapist)).toBeNull()
})

test('an export whose account is deleted while it is made ends and leaves no file @slow', async () => {
  const { therapist, first, second } = await practiceOf(2)
  for (const { clientId } of [first, second])
    await therapist.api.connection.disconnect({ clientId, command: randomUUID() })
  await start(therapist)
  await makeWith(therapist, () => therapist.api.login.deleteAccount({ password: therapist.password }))
  expect(storedOf(app, therapist)).toEqual([])
})

test('an export is gone with its account before it was downloaded, and its address opens nothing @slow', async () => {
  const { therapist } = await practiceOf(0)
  await exportedRecords(app, therapist)
  const { url } = await therapist.api.personalExport.downloadRecords({})
  await therapist.api.login.deleteAccount({ password: therapist.password })
  expect(storedOf(app, therapist)).toEqual([])
  expect((await fetchExport(app, url, therapist)).status).toBe(401)
  expect(await exportIdOf(app, therapist, 'records')).toBe('')
})

test('a client who is disconnected while the export is made is in it without what is no longer shared @slow', async () => {
  const { therapist, first, second } = await practiceOf(2)
  await createSharedEntry(second.person, therapist, 'sharedcanary')
  await start(therapist)
  await makeWith(therapist, () =>
    therapist.api.connection.disconnect({ clientId: second.clientId, command: randomUUID() }),
  )
  const files = await fetchRecords(app, therapist)
  expect(exportedFolders(files)).toHaveLength(2)
  const folder = exportedFolders(files).find((name) => name.includes(first.person.lastName)) ?? ''
  expect(textOfFolder(files, folder)).toContain('PDF')
})

test('a record that was merged while the export is made is left out, and the index says so @slow', async () => {
  const { therapist, first } = await practiceOf(1)
  const double = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id: double, lastName: 'zzz', invite: false })
  await start(therapist)
  await makeWith(therapist, () =>
    therapist.api.client.merge({ id: double, into: first.clientId, command: randomUUID() }),
  )
  const files = await fetchRecords(app, therapist)
  expect(exportedFolders(files)).toHaveLength(1)
  expect(String(files.get('index.html'))).toContain('and are not in it: 1.')
})

test('an export whose server was killed is made from the beginning by the next attempt @slow', async () => {
  const { therapist } = await practiceOf(2)
  await start(therapist)
  const killed: typeof app.exportStore = {
    ...app.exportStore,
    async put(of, content) {
      for await (const _ of content) break
      throw new Error(`killed while writing ${of.id}`)
    },
  }
  const named = await recordsNamed(app, therapist)
  await expect(makeRecordsExport({ ...app, exportStore: killed }, named, false)).rejects.toThrow('killed')
  expect(await latestOf(therapist)).toMatchObject({ state: 'making' })
  await makeRecordsExport(app, named, false)
  expect(exportedFolders(await fetchRecords(app, therapist))).toHaveLength(2)
})

test('the next attempt removes what a killed server left of the file @slow', async () => {
  const { therapist } = await practiceOf(1)
  await start(therapist)
  const { id } = await recordsNamed(app, therapist)
  const folder = join(app.config.dataDir, exportsFolder, 'exports', therapist.accountId)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${id}.00aa11bb22cc.draft`), 'half')
  await makeRecordsExport(app, { accountId: therapist.accountId, id }, false)
  expect(storedOf(app, therapist)).toEqual([join(folder, id)])
})

test('an export whose job is gone is said to have failed, nothing of it is kept, and a new one can be made @slow', async () => {
  const { therapist } = await practiceOf(1)
  await start(therapist)
  const named = await recordsNamed(app, therapist)
  const folder = join(app.config.dataDir, exportsFolder, 'exports', therapist.accountId)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${named.id}.00aa11bb22cc.draft`), 'half')
  const later = { ...app, clock: { now: () => new Date(app.clock.now().getTime() + 2 * 3_600_000) } }
  await runCleanupsInOrder(personalExportCleanups, later)
  expect(await latestOf(therapist)).toMatchObject({ state: 'making' })
  await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run(`delete from jobs.job where data->>'exportId' = $1`, [named.id]),
  )
  await runCleanupsInOrder(personalExportCleanups, later)
  expect(await latestOf(therapist)).toMatchObject({ state: 'failed', reason: 'FAILED' })
  expect(storedOf(app, therapist)).toEqual([])
  // A job that an admin runs again changes nothing.
  await makeRecordsExport(app, named, false)
  expect(storedOf(app, therapist)).toEqual([])
  expect(exportedFolders(await exportedRecords(app, therapist))).toHaveLength(1)
})

test('of two exports of all records that are started at once, one is refused', async () => {
  const { therapist } = await practiceOf(0)
  const results = await Promise.allSettled([start(therapist), start(therapist)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
