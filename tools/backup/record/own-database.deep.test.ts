// Backs up a practice with its own Postgres, empties a note, and brings it back from the rows of the backup.
import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configNames } from '../../../apps/server/src/platform/config/setting-names.ts'
import { createTestApp, type TestApp } from '../../../apps/server/src/testing/app.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import { connectClient } from '../../../apps/server/src/testing/records/sessions.ts'
import { backUp } from '../../../apps/server/src/features/practice/administration/backup/back-up.ts'
import { createOwnPlaces, openTargets, type OwnPlaces } from '../own/own-database.testing.ts'
import { bringBackInto, wordsOfPractice, workFoldersIn } from './bring-back.testing.ts'

const script = join(import.meta.dirname, '..', '..', 'restore.ts')
const targets = openTargets()
let app: TestApp
let places: OwnPlaces
let therapist: Person
let clientId: string

beforeAll(async () => {
  chmodSync(targets.home, 0o711)
  places = createOwnPlaces(targets.home, '')
  app = await createTestApp({ worker: false, config: { dataDir: places.dataDir, secretsDir: places.secretsDir } })
  places.databaseUrl = app.databaseUrl
  const client = await app.person('client')
  therapist = await app.person('therapist')
  clientId = await connectClient(app, therapist, client)
  await save('As the backup has it.')
  const { databaseUrl: url } = places
  await backUp(places, { at: new Date(), database: { url }, isProved: false, zone: 'UTC' })
  await save('')
}, 120_000)
afterAll(async () => {
  await app.close()
  await targets.close()
})

async function save(text: string): Promise<void> {
  const { version } = await therapist.api.note.openClient({ clientId })
  await therapist.api.note.saveClient({ clientId, text, version })
}

const target = () => join(places.dataDir, 'backups')
const bringBack = (recordId: string, data: OwnPlaces = places, options = {}) =>
  bringBackInto({ target: target(), data, keyOf: places }, recordId, options)
const copies = async () => (await therapist.api.recordCopy.notesOfClient({ clientId })).items

test('a moment is refused with its reason, because no log continues the rows of an own Postgres', async () => {
  await expect(bringBack(clientId, places, { at: '2024-03-01 10:00', zone: 'UTC' })).rejects.toThrow('leave out --at')
  expect(await copies()).toEqual([])
})

test('a database without the tables of Attune has no practice to which a record could come back', async () => {
  const empty = createOwnPlaces(targets.home, await targets.emptyDatabase())
  await expect(bringBack(clientId, empty)).rejects.toThrow('The database in DATABASE_URL has no practice')
}, 60_000)

test('the command brings a note back from the rows of the backup, once, while the server runs', async () => {
  const unset = Object.fromEntries(configNames.map((each) => [each, '']))
  const own = { ATTUNE_DATA: places.dataDir, ATTUNE_SECRETS: places.secretsDir, DATABASE_URL: places.databaseUrl }
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, target(), '--record', clientId], {
    encoding: 'utf8',
    input: await wordsOfPractice(places),
    env: { PATH: process.env.PATH, ...unset, ...own },
  })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  expect(stdout).toContain('Brought back the note about a client as of')
  expect((await copies()).map(({ copied }) => copied.text)).toEqual(['As the backup has it.'])
  expect((await bringBack(clientId)).at(-1)).toContain('was there already')
  expect(await copies()).toHaveLength(1)
  expect(workFoldersIn(places)).toEqual([])
}, 120_000)
