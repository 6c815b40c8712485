import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { exportsFolder } from '../../../../platform/data-folder/exports-folder.ts'
import { runCleanupsInOrder } from '../../../../platform/jobs/cleanup.ts'
import { openExportStore } from '../../../../platform/personal-export/export-store.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { openTestBrowser } from '../../../../testing/browser.ts'
import { unzip } from '../../../../testing/files/unzip.ts'
import type { Person } from '../../../../testing/people.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { createTestServerFolder, type StartedServer } from '../../../../testing/server.ts'
import { personalExportCleanups } from '../personal-export.jobs.ts'
import { exportedFolders, recordsNamed, usualChoices } from './records.testing.ts'

const [records, kills] = [12, 2]
afterAll(() => home.remove())
// This app creates the people and reads the database. The server that makes the export and that the tests kill is another process.
const app = await startSharedApp({ worker: false })
const home = createTestServerFolder()

async function practiceOf(index: number): Promise<Person> {
  const therapist = await app.person('therapist', index)
  for (let at = 0; at < records; at++)
    await therapist.api.client.add({ ...minimalClient, id: randomUUID(), invite: false })
  return therapist
}

const callerOf = ({ cookieJar }: Person, { address }: StartedServer) => {
  const caller = openTestBrowser(address, app.site.key)
  for (const [name, value] of cookieJar) caller.cookieJar.set(name, value)
  return caller
}
const latestOf = async ({ api }: Person) => (await api.personalExport.findRecords({})).latest

/** The names of the files that the server stores of a therapist's exports, finished or not. */
function storedBy({ accountId }: Person): string[] {
  const folder = join(home.dataDir, exportsFolder, 'exports', accountId)
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Kills the server when it has read a record and writes the file. */
async function killWhileMaking(therapist: Person, { child }: StartedServer) {
  const isMaking = async () => ((await latestOf(therapist))?.done ?? 0) > 0 && storedBy(therapist).length > 0
  await expect.poll(isMaking, { interval: 5, timeout: 60_000 }).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await latestOf(therapist)).toMatchObject({ state: 'making', bytes: null, expiresAt: null })
  expect(storedBy(therapist).filter((name) => !name.endsWith('.draft'))).toEqual([])
}

/** Changes the job of a therapist's export, so that the test need not wait as long as a real retry. */
const changeJob = async (therapist: Person, change: string) => {
  const { id } = await recordsNamed(app, therapist)
  await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run(`update jobs.job set ${change} where data->>'exportId' = $1`, [id]),
  )
}
const withoutHeartbeat = "heartbeat_on = now() - interval '1 minute'"

test('an export whose server is killed twice is made by the third, and at no time a half of it can be fetched', async () => {
  const therapist = await practiceOf(1)
  let server = await home.start(app.databaseUrl)
  await callerOf(therapist, server).api.personalExport.startRecords(usualChoices)
  await changeJob(therapist, 'retry_delay = 0, retry_backoff = false')
  for (let kill = 0; kill < kills; kill++) {
    await killWhileMaking(therapist, server)
    await changeJob(therapist, withoutHeartbeat)
    server = await home.start(app.databaseUrl)
    const download = callerOf(therapist, server).api.personalExport.downloadRecords({})
    await expect(download).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect.poll(async () => (await latestOf(therapist))?.state, { timeout: 120_000 }).toBe('ready')
  expect(storedBy(therapist)).toEqual([(await recordsNamed(app, therapist)).id])
  const caller = callerOf(therapist, server)
  const { url } = await caller.api.personalExport.downloadRecords({})
  const answer = await fetch(server.address + url, { headers: { cookie: caller.cookies() } })
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  expect(exportedFolders(files)).toHaveLength(records)
  server.child.kill('SIGKILL')
  await once(server.child, 'exit')
}, 240_000)

test('an export whose server is killed at the last attempt is said to have failed, leaves nothing, and can be asked for again', async () => {
  const therapist = await practiceOf(2)
  const server = await home.start(app.databaseUrl)
  await callerOf(therapist, server).api.personalExport.startRecords(usualChoices)
  await changeJob(therapist, 'retry_limit = 0')
  await killWhileMaking(therapist, server)
  await changeJob(therapist, withoutHeartbeat)
  const again = await home.start(app.databaseUrl)
  const isEnded = () =>
    app.db.asActor({ role: 'worker', id: null }, async (tx) => {
      const { id } = await recordsNamed(app, therapist)
      const { rows } = await tx.run<{ state: string }>(`select state from jobs.job where data->>'exportId' = $1`, [id])
      return rows.map(({ state }) => state)
    })
  await expect.poll(isEnded, { timeout: 60_000 }).toEqual(['failed'])
  const later = new Date(app.clock.now().getTime() + 2 * 3_600_000)
  const exportStore = openExportStore({ ...app.config, dataDir: home.dataDir })
  await runCleanupsInOrder(personalExportCleanups, { ...app, exportStore, clock: { now: () => later } })
  expect(await latestOf(therapist)).toMatchObject({ state: 'failed', reason: 'FAILED' })
  expect(storedBy(therapist)).toEqual([])
  await callerOf(therapist, again).api.personalExport.startRecords(usualChoices)
  await expect.poll(async () => (await latestOf(therapist))?.state, { timeout: 120_000 }).toBe('ready')
  again.child.kill('SIGKILL')
  await once(again.child, 'exit')
}, 240_000)
