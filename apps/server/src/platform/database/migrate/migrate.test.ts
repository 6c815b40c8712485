import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { cloneDatabase, createDatabase, testSecrets } from '../../../testing/database/database.ts'
import { databaseUrlFor } from '../pools.ts'
import { nodeConnectionName } from '../nodes.ts'
import { StartError } from '../../process/start-error.ts'
import { migrate, type Migration, readMigrations } from './migrate.ts'

/** The URL of a database with all migrations. */
let url: string
let drop: () => Promise<void>
beforeEach(async () => {
  ;({ url, drop } = await cloneDatabase(inject('adminUrl')))
})
afterEach(() => drop())

const known = readMigrations()
const names = known.map(({ name }) => name)
/** The last migration, which the database of each test has. */
const before = names.at(-1)
const file = (name: string, sql: string, transaction = true, stopsServers = false): Migration => ({
  name,
  sql,
  hash: createHash('sha256').update(sql).digest('hex'),
  as: 'owner',
  transaction,
  stopsServers,
})

/** Runs a query as the owner of the schemas. */
async function asOwner<Row extends pg.QueryResultRow>(text: string, at = url): Promise<Row[]> {
  const db = new pg.Client(at)
  await db.connect()
  try {
    await db.query('begin; set local role attune_owner')
    return (await db.query<Row>(text)).rows
  } finally {
    await db.end()
  }
}
const applied = async (at = url) =>
  (await asOwner<{ name: string }>('select name from meta.migration order by name', at)).map(({ name }) => name)

test('of three processes that start at the same time one migrates, the others find nothing to do @slow', async () => {
  const empty = await createDatabase(inject('adminUrl'))
  const results = await Promise.all([migrate(empty.url), migrate(empty.url), migrate(empty.url)])
  const done = results.map((result) => ('applied' in result ? result.applied.length : -1)).sort((a, b) => a - b)
  expect(done).toEqual([0, 0, names.length])
  expect(await applied(empty.url)).toEqual(names)
  await empty.drop()
})

test('a second run applies no migration', async () => {
  expect(await migrate(url)).toEqual({ applied: [], before })
})

test('a migration file changed after it ran is refused', async () => {
  const [first, ...rest] = known as [Migration, ...Migration[]]
  const start = migrate(url, [file(first.name, `${first.sql}\n-- one word more`), ...rest])
  await expect(start).rejects.toThrow(`${first.name} was changed after it had run`)
  // The start prints a StartError as one sentence.
  await expect(start).rejects.toBeInstanceOf(StartError)
})

test('an older program gets the names of unknown migrations and changes nothing @slow', async () => {
  expect(await migrate(url, known.slice(0, -2))).toEqual({ newer: names.slice(-2) })
  expect(await applied()).toEqual(names)
})

test('a new migration numbered before an applied one is refused @slow', async () => {
  const late = file('0001-zz-late.sql', 'create table app.late (id int)')
  await expect(
    migrate(
      url,
      [...known, late].sort((a, b) => (a.name < b.name ? -1 : 1)),
    ),
  ).rejects.toThrow(/0001-zz-late\.sql comes before/)
  expect(await applied()).toEqual(names)
})

test('a failing migration is rolled back, and the next run continues with it', async () => {
  const broken = file('9000-broken.sql', 'create table app.half (id int); select 1 / 0')
  await expect(migrate(url, [...known, broken])).rejects.toThrow('9000-broken.sql failed')
  expect(await applied()).toEqual(names)
  expect(await asOwner(`select to_regclass('app.half') as half`)).toEqual([{ half: null }])
  const mended = file('9000-broken.sql', 'create table app.half (id int)')
  expect(await migrate(url, [...known, mended])).toEqual({ applied: ['9000-broken.sql'], before })
})

test('a migration marked "no transaction" can create an index concurrently', async () => {
  const sql = `-- no transaction
    drop index concurrently if exists app.made_aside;
    create index concurrently made_aside on app.session (therapist_id);
`
  const index = file('9000-index.sql', sql, false)
  expect(await migrate(url, [...known, index])).toEqual({ applied: ['9000-index.sql'], before })
  expect(await asOwner(`select indisvalid from pg_index where indexrelid = 'app.made_aside'::regclass`)).toEqual([
    { indisvalid: true },
  ])
})

test('a migration that touches rows hidden by row security fails instead of seeing none', async () => {
  const blind = file('9000-blind.sql', `update app.client set phone = ''`)
  const error = await migrate(url, [...known, blind]).catch((caught: Error) => caught)
  expect((error as Error).cause).toMatchObject({ code: '42501' })
})

test('a migration with which a running server cannot work waits until that server has stopped @slow', async () => {
  const server = new pg.Client(databaseUrlFor(url, 'attune_login', testSecrets))
  await server.connect()
  const renamed = file('9000-renamed.sql', 'alter table app.client rename column phone to telephone', true, true)
  const relay = new pg.Client({
    connectionString: databaseUrlFor(url, 'attune_relay', testSecrets),
    application_name: nodeConnectionName(testSecrets),
  })
  await relay.connect()
  const waited = Promise.withResolvers<string>()
  const told = vi.fn(waited.resolve)
  const result = migrate(url, [...known, renamed], { onWait: told })
  expect(await waited.promise).toContain(`${hostname()}, version `)
  expect(await applied()).toEqual(names)
  await relay.end()
  await server.end()
  expect(await result).toEqual({ applied: ['9000-renamed.sql'], before })
  expect(told).toHaveBeenCalledTimes(1)
})

test('a stop ends the wait for an earlier server, and nothing is migrated @slow', async () => {
  const server = new pg.Client(databaseUrlFor(url, 'attune_login', testSecrets))
  await server.connect()
  const stop = new AbortController()
  const renamed = file('9000-renamed.sql', 'alter table app.client rename column phone to telephone', true, true)
  const result = migrate(url, [...known, renamed], { onWait: () => stop.abort(), signal: stop.signal })
  await expect(result).rejects.toThrow(StartError)
  expect(await applied()).toEqual(names)
  await server.end()
})

test('a migration with which a running server can work is applied beside it', async () => {
  const server = new pg.Client(databaseUrlFor(url, 'attune_login', testSecrets))
  await server.connect()
  const added = file('9000-added.sql', `alter table app.client add column nickname text not null default ''`)
  expect(await migrate(url, [...known, added])).toEqual({ applied: ['9000-added.sql'], before })
  await server.end()
})
