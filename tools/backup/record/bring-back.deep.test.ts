// Backs up a running practice, changes it, and restores single records, while it runs and while it is stopped.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configNames } from '../../../apps/server/src/platform/config/setting-names.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import { newJournalEntry } from '../../../apps/server/src/testing/records/journal.ts'
import { connectClient, insertCompletedSession } from '../../../apps/server/src/testing/records/sessions.ts'
import { createHome, type DataFolder } from '../folders.testing.ts'
import { backUpPracticeTo, createDataWithSecrets, servePractice } from '../practice.testing.ts'
import { bringBackInto, workFoldersIn } from './bring-back.testing.ts'

const script = join(import.meta.dirname, '..', '..', 'restore.ts')
const home = createHome()
afterAll(() => rmSync(home, { recursive: true }))
const target = join(home, 'target')

type Practice = { data: DataFolder; therapist: Person; clientId: string; sessionId: string; entry: string }
let practice: Practice
const written = 'Long text. '.repeat(2000) + 'Ärger — „weniger“\u2028Ende'

/** A practice with a backup. Since then its therapist has emptied two notes and an address, and the client has deleted a journal entry. */
beforeAll(async () => {
  const data = createDataWithSecrets(home)
  practice = await servePractice(data, async (app, port) => {
    const [therapist, clara] = [await app.person('therapist'), await app.person('client')]
    const clientId = await connectClient(app, therapist, clara)
    const sessionId = await insertCompletedSession(app, therapist, clientId, new Date(Date.now() - 86_400_000))
    await therapist.api.note.save({ sessionId, text: written, version: 0 })
    const { id: entry } = await clara.api.journal.save(newJournalEntry())
    const { version } = await therapist.api.note.openClient({ clientId })
    await therapist.api.note.saveClient({ clientId, text: 'About Clara.', version })
    await backUpPracticeTo(target, data, port)
    await therapist.api.note.save({ sessionId, text: '', version: 1 })
    await therapist.api.note.saveClient({ clientId, text: '', version: version + 1 })
    return { data, therapist, clientId, sessionId, entry }
  })
})

const bringBack = (recordId: string, data = practice.data) =>
  bringBackInto({ target, data, keyOf: practice.data }, recordId)

test('a note that was deleted comes back while Attune runs, once, whole and beside the empty one', async () => {
  const { data, therapist, sessionId } = practice
  await servePractice(data, async (app) => {
    expect((await bringBack(sessionId)).at(-1)).toMatch(/^Brought back the note on a session as of .* UTC/)
    expect((await bringBack(sessionId.toUpperCase())).at(-1)).toContain('was there already')
    const { api } = await app.secondBrowser(therapist, 2)
    const { items } = await api.recordCopy.ofSession({ sessionId })
    expect(items.map(({ copied }) => copied.text)).toEqual([written])
    expect((await api.note.open({ sessionId })).text).toBe('')
  })
  expect(workFoldersIn(data)).toEqual([])
})

test('the details of a client and the note about them come back while Attune is stopped', async () => {
  const { data, therapist, clientId } = practice
  const said = await bringBack(clientId)
  expect(said.slice(1)).toEqual([
    expect.stringContaining('the note about a client'),
    expect.stringContaining('the details of a client'),
  ])
  await servePractice(data, async (app) => {
    const { api } = await app.secondBrowser(therapist, 2)
    expect((await api.recordCopy.notesOfClient({ clientId })).items).toMatchObject([
      { copied: { text: 'About Clara.' } },
    ])
    const { firstName } = await api.client.get({ id: clientId })
    expect((await api.recordCopy.profilesOfClient({ clientId })).items).toMatchObject([{ copied: { firstName } }])
  })
})

test('a journal entry of a client, an unknown id and a text that is no id are refused', async () => {
  await expect(bringBack(practice.entry)).rejects.toThrow('never brought back')
  await expect(bringBack(randomUUID())).rejects.toThrow('has no note, record or form')
  await expect(bringBack('the note of Monday')).rejects.toThrow('is no record id')
  expect(workFoldersIn(practice.data)).toEqual([])
})

test('a data folder without a practice, and the backup of another practice, are refused', async () => {
  const other = createDataWithSecrets(home)
  await expect(bringBack(practice.clientId, other)).rejects.toThrow('has no practice')
  await servePractice(other, async () => {
    await expect(bringBack(practice.clientId, other)).rejects.toThrow('another practice')
  })
})

test('wrong words and flags that do not go together change nothing', async () => {
  const run = (input: string, ...args: string[]) => {
    const { dataDir } = createDataWithSecrets(home)
    const unset = Object.fromEntries(configNames.map((each) => [each, '']))
    const env = { PATH: process.env.PATH, ...unset, ATTUNE_DATA: practice.data.dataDir, ATTUNE_SECRETS: dataDir }
    return spawnSync(process.execPath, [script, target, '--record', practice.clientId, ...args], {
      encoding: 'utf8',
      input,
      env,
    })
  }
  expect(run('wrong words').stderr).toMatch(/word/)
  expect(run('', '--replace').stderr).toContain('Use --record with a backup')
})
