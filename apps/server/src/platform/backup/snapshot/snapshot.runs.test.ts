import { isDeep } from '@attune/contract/common/runs.testing'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { createTestApp, startSharedApp } from '../../../testing/app.ts'
import { createDatabase, runQuery, testSecrets } from '../../../testing/database/database.ts'
import { databaseUrlFor } from '../../database/pools.ts'
import { newJournalEntry } from '../../../testing/records/journal.ts'
import { connectClient, scheduleSessionAt } from '../../../testing/records/sessions.ts'
import { loadSnapshot, readSnapshot } from './load-snapshot.ts'
import { snapshotFolder, snapshotList, takeSnapshot, type Snapshot } from './take-snapshot.ts'

const app = await startSharedApp()
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, client)
await scheduleSessionAt(therapist, clientId, new Date(app.clock.now().getTime() + 3 * 86_400_000))

let folder = ''
let snapshot: Snapshot
const targets: { drop(): Promise<void> }[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attune-snapshot-'))
  snapshot = await takeSnapshot(app.databaseUrl, app.secrets, folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(async () => {
  for (const target of targets.splice(0)) await target.drop()
})

async function emptyDatabase(): Promise<string> {
  const target = await createDatabase(inject('adminUrl'))
  targets.push(target)
  return target.url
}

/** Returns the shape of every table. The partitions of a day are named alike, because midnight may pass between the two databases. */
const shape = (url: string) =>
  runQuery(
    url,
    `select regexp_replace(c.oid::regclass::text, '_[0-9]{8}$', '_day') as table, relrowsecurity, relforcerowsecurity,
       (select array_agg(regexp_replace(conname, '_[0-9]{8}_', '_day_') || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) order by conname) from pg_constraint where conrelid = c.oid) as constraints,
       (select array_agg(tgname || ' ' || tgenabled::text order by tgname) from pg_trigger where tgrelid = c.oid and not tgisinternal) as triggers
     from pg_class c where relnamespace::regnamespace::text in ('app', 'auth', 'jobs', 'meta') and relkind in ('r', 'p') order by 1`,
  )

test('a snapshot restores into an empty database with every row, and the schema is that of the original @slow', async () => {
  const url = await emptyDatabase()
  await loadSnapshot(url, folder)
  expect(await shape(url)).toEqual(await shape(app.databaseUrl))
  const again = mkdtempSync(join(tmpdir(), 'attune-snapshot-'))
  try {
    const { tables } = await takeSnapshot(url, testSecrets, again)
    expect(tables).toEqual(snapshot.tables)
    // Unlogged tables are built again from the others.
    expect(tables.filter(({ name }) => name.startsWith('search_'))).toEqual([])
    expect(tables.find(({ name }) => name === 'session')?.rows).toBe(1)
    expect(tables.find(({ schema, name }) => schema === 'auth' && name === 'user')?.rows).toBe(2)
  } finally {
    rmSync(again, { recursive: true })
  }
})

test.runIf(isDeep)('a person signs in to a restored database with the password and continues to write', async () => {
  const url = await emptyDatabase()
  await loadSnapshot(url, folder)
  const restored = await createTestApp({ databaseUrl: url })
  try {
    const browser = restored.anonymous()
    await browser.api.login.signIn({ email: client.email, password: client.password })
    await browser.api.journal.save(newJournalEntry('After the restore.'))
    expect((await browser.api.journal.list({})).items).toHaveLength(1)
  } finally {
    await restored.close()
  }
})

test.runIf(isDeep)('rows that are written during the copy are all in it or all missing', async () => {
  const before = snapshot.tables.find(({ name }) => name === 'journal_entry')?.rows ?? 0
  let isCopying = true
  const writing = (async () => {
    let written = 0
    while (isCopying) {
      await client.api.journal.save(newJournalEntry())
      written++
    }
    return written
  })()
  const another = mkdtempSync(join(tmpdir(), 'attune-snapshot-'))
  const during = await takeSnapshot(app.databaseUrl, app.secrets, another)
  isCopying = false
  expect(await writing).toBeGreaterThan(0)
  const rowsOf = (name: string) => during.tables.find((table) => table.name === name)?.rows ?? 0
  expect(rowsOf('journal_entry')).toBeGreaterThanOrEqual(before)
  const url = await emptyDatabase()
  await loadSnapshot(url, another)
  rmSync(another, { recursive: true })
})

test('a database with data is refused and stays as it is', async () => {
  const before = await shape(app.databaseUrl)
  await expect(loadSnapshot(app.databaseUrl, folder)).rejects.toThrow('already has data of Attune')
  expect(await shape(app.databaseUrl)).toEqual(before)
})

test.runIf(isDeep)(
  'a snapshot with a changed row, or without the file of a table, leaves no row in the database',
  async () => {
    const damaged = mkdtempSync(join(tmpdir(), 'attune-snapshot-'))
    await takeSnapshot(app.databaseUrl, app.secrets, damaged)
    const file = join(damaged, snapshotFolder, 'app.profile.copy')
    writeFileSync(file, readFileSync(file, 'utf8').replace(client.firstName, 'Someone'))
    const url = await emptyDatabase()
    await expect(loadSnapshot(url, damaged)).rejects.toThrow('The table "app"."profile" of the backup is damaged')
    const rows = await runQuery(databaseUrlFor(url, 'attune_app_backup', testSecrets), 'select from app.calendar')
    expect(rows).toEqual([])
    rmSync(file)
    await expect(loadSnapshot(await emptyDatabase(), damaged)).rejects.toThrow('app.profile.copy is missing')
    rmSync(damaged, { recursive: true })
  },
)

test('a snapshot of a newer version, or without its list, is refused before anything is changed @slow', async () => {
  const newer = mkdtempSync(join(tmpdir(), 'attune-snapshot-'))
  await takeSnapshot(app.databaseUrl, app.secrets, newer)
  const list = join(newer, snapshotFolder, snapshotList)
  const migrations = [...snapshot.migrations, { name: '9999-later.sql', hash: 'x' }]
  writeFileSync(list, JSON.stringify({ ...snapshot, migrations }))
  expect(() => readSnapshot(newer)).toThrow('is of a newer version of Attune')
  rmSync(list)
  expect(() => readSnapshot(newer)).toThrow("doesn't contain the tables of a database")
  rmSync(newer, { recursive: true })
})
