// Backs up a running practice, changes it, and brings single records back, while it runs and while it is stopped.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp } from '../../../apps/server/src/features/practice/administration/backup/back-up.ts'
import { configNames } from '../../../apps/server/src/platform/config/config.ts'
import { markStore } from '../../../apps/server/src/platform/backup/destination/mark.ts'
import { loadBackupKeys } from '../../../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { keyWordsOf } from '../../../apps/server/src/platform/backup/encryption/words.ts'
import { openBackup } from '../../../apps/server/src/platform/backup/restore/open-backup.ts'
import { startEmbedded } from '../../../apps/server/src/platform/database/embedded.ts'
import { FolderStore } from '../../../apps/server/src/platform/object-store/folder-store.ts'
import { createTestApp, type TestApp } from '../../../apps/server/src/testing/app.ts'
import { testSecrets } from '../../../apps/server/src/testing/database/database.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import { newJournalEntry } from '../../../apps/server/src/testing/records/journal.ts'
import { connectClient, insertCompletedSession } from '../../../apps/server/src/testing/records/sessions.ts'
import { createHome, type DataFolder } from '../folders.testing.ts'
import { bringRecordBack } from './bring-back.ts'

const script = join(import.meta.dirname, '..', '..', 'restore.ts')
const password = testSecrets.dbPasswords.install
const home = createHome()
afterAll(() => rmSync(home, { recursive: true }))
const target = join(home, 'target')

function createData(): DataFolder {
  const parent = mkdtempSync(join(home, 'practice-'))
  chmodSync(parent, 0o711)
  const dataDir = join(parent, 'data')
  const secretsDir = join(dataDir, 'secrets')
  mkdirSync(secretsDir, { recursive: true, mode: 0o700 })
  writeFileSync(join(secretsDir, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 })
  return { dataDir, secretsDir }
}

/** Starts the embedded Postgres and a server on a data folder, as `npm start` does. */
async function serve<T>(data: DataFolder, work: (app: TestApp, port: number) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded({ dataDir: data.dataDir, password, throwaway: true })
  try {
    const app = await createTestApp({ databaseUrl: embedded.url, worker: false, migrated: false, config: data })
    try {
      return await work(app, Number(new URL(embedded.url).port))
    } finally {
      await app.close()
    }
  } finally {
    await embedded.stop()
  }
}

type Practice = { data: DataFolder; therapist: Person; clientId: string; sessionId: string; entry: string }
let practice: Practice
const written = 'Long text. '.repeat(2000) + 'Ärger — „weniger“\u2028Ende'

/** A practice that is backed up. Then its therapist empties two notes and an address, and the client deletes a journal entry. */
beforeAll(async () => {
  const data = createData()
  practice = await serve(data, async (app, port) => {
    const [therapist, clara] = [await app.person('therapist'), await app.person('client')]
    const clientId = await connectClient(app, therapist, clara)
    const sessionId = await insertCompletedSession(app, therapist, clientId, new Date(Date.now() - 86_400_000))
    await therapist.api.note.save({ sessionId, text: written, version: 0 })
    const { id: entry } = await clara.api.journal.save(newJournalEntry())
    const { version } = await therapist.api.note.openClient({ clientId })
    await therapist.api.note.saveClient({ clientId, text: 'About Clara.', version })
    mkdirSync(target)
    const store = new FolderStore(target)
    await markStore(store, target, (await loadBackupKeys(data.secretsDir)).id)
    const places = { ...data, backupFolders: [home], backupLocalHosts: [], backupKilobytesPerSecond: 1_048_576 }
    const to = { store, name: target, folder: target, isDefault: false }
    await backUp(places, { at: new Date(), database: { port }, isProved: false, zone: 'UTC', to })
    await therapist.api.note.save({ sessionId, text: '', version: 1 })
    await therapist.api.note.saveClient({ clientId, text: '', version: version + 1 })
    return { data, therapist, clientId, sessionId, entry }
  })
})

/** Brings a record back into a practice, with the words of the practice's own key. Returns what the command says. */
async function bringBack(recordId: string, data = practice.data): Promise<string[]> {
  const said: string[] = []
  const { own } = await loadBackupKeys(practice.data.secretsDir)
  const askWords = async () => keyWordsOf(own.identity).join(' ')
  await bringRecordBack(
    data,
    { recordId, time: null, at: null, zone: null, yes: false, now: new Date() },
    {
      say: (line) => void said.push(line),
      question: async () => '',
      open: (selection) => openBackup(target, { ...selection, secretsDir: data.secretsDir, askWords }),
    },
  )
  return said
}
const leftovers = ({ dataDir }: DataFolder) => readdirSync(dataDir).filter((name) => name.startsWith('.attune-'))

test('a note that was deleted comes back while Attune runs, once, whole and beside the empty one', async () => {
  const { data, therapist, sessionId } = practice
  await serve(data, async (app) => {
    expect((await bringBack(sessionId)).at(-1)).toMatch(/^Brought back the note on a session as of .* UTC/)
    expect((await bringBack(sessionId.toUpperCase())).at(-1)).toContain('was there already')
    const { api } = await app.secondBrowser(therapist, 2)
    const { items } = await api.recordCopy.ofSession({ sessionId })
    expect(items.map(({ copied }) => copied.text)).toEqual([written])
    expect((await api.note.open({ sessionId })).text).toBe('')
  })
  expect(leftovers(data)).toEqual([])
})

test('the details of a client and the note about them come back while Attune is stopped', async () => {
  const { data, therapist, clientId } = practice
  const said = await bringBack(clientId)
  expect(said.slice(1)).toEqual([
    expect.stringContaining('the note about a client'),
    expect.stringContaining('the details of a client'),
  ])
  await serve(data, async (app) => {
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
  expect(leftovers(practice.data)).toEqual([])
})

test('a data folder without a practice, and the backup of another practice, are refused', async () => {
  const other = createData()
  await expect(bringBack(practice.clientId, other)).rejects.toThrow('has no practice')
  await serve(other, async () => {
    await expect(bringBack(practice.clientId, other)).rejects.toThrow('another practice')
  })
})

test('wrong words and flags that do not go together change nothing', async () => {
  const run = (input: string, ...args: string[]) => {
    const { dataDir } = createData()
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
