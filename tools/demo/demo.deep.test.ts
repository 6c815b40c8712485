import { runs } from '@attune/contract/common/runs.testing'
import { languages } from '@attune/contract/common/text/text'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../apps/server/src/app.ts'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { loadSecrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import { createTestCluster, type TestCluster } from '../../apps/server/src/testing/database/cluster.ts'
import { createDatabase } from '../../apps/server/src/testing/database/database.ts'
import { openStoryClock } from './clock.ts'
import { emptyTables } from './empty-tables.ts'
import { createDemoPractice } from './fill.ts'
import { readTexts } from './texts.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await createTestCluster()
})
afterAll(() => cluster.stop())

// Runs in two languages; with ATTUNE_RUNS=most, in every language.
test.each(languages.slice(0, runs(2, 2, languages.length)))(
  'the demo practice in %s has a dashboard with work for today, and rows of every feature',
  async (language) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'attune-demo-'))
    const { url, drop } = await createDatabase(cluster.adminUrl)
    const { secrets } = loadSecrets(join(dataDir, 'secrets'))
    const config = readConfig({ ATTUNE_DATA: dataDir, PORT: '0', WRITE_LIMITS: 'off' }, dataDir)
    const clock = openStoryClock()
    const app = await createApp(config, secrets, url, {
      clock,
      log: openLog('error'),
      worker: false,
      openCallsPerMinute: 100_000,
    })
    try {
      const accounts = await createDemoPractice({ app, clock, databaseUrl: url, language, say: () => {} })
      const therapist = accounts.find(({ role }) => role === 'therapist')?.browser.api
      const [first] = accounts.filter(({ role }) => role === 'client')
      const now = clock.now().getTime()
      const hours = (count: number) => new Date(now + count * 3_600_000).toISOString()
      const around = await therapist?.session.between({ from: hours(-1), to: hours(1) })
      expect(around?.items.length).toBeGreaterThan(0)
      expect((await therapist?.session.waiting({}))?.items.length).toBeGreaterThan(1)
      expect((await therapist?.message.unreadCounts({}))?.items.length).toBeGreaterThan(1)
      const toWrite = (await therapist?.note.queue({}))?.items.filter(({ clientIds }) => clientIds.length > 1)
      expect(toWrite?.map(({ session, begun }) => [session.therapyType, begun]).toSorted()).toEqual([
        ['family', true],
        ['group', false],
        ['group', true],
      ])
      expect((await therapist?.journal.counts({}))?.new).toBeGreaterThan(1)
      const asked = (await therapist?.dashboard.attention({ kind: 'record-request' }))?.items
      const { ended } = readTexts(language).people
      expect(asked).toMatchObject([{ people: [{ firstName: ended?.first, lastName: ended?.last }] }])
      const admin = accounts.find(({ role }) => role === 'admin')?.browser.api
      const concerns = (await admin?.administration.accountsToCheck({}))?.items.map(({ concern }) => concern)
      expect(concerns?.filter((concern) => concern !== 'no-second-factor')).toEqual([])
      expect(first?.name).toBe(`${readTexts(language).people.panic?.first} ${readTexts(language).people.panic?.last}`)
      // The server counts requests in memory and writes the counts later.
      const empty = (await tablesWithoutRows(url)).filter((name) => name !== 'request_count')
      expect(empty).toEqual(emptyTables)
      expect(await rowsOfRun(url, clock.passages[0]?.from ?? 0, clock.passages.at(-1)?.from ?? 0)).toEqual([])
    } finally {
      await app.close()
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)

async function asOwner<T>(url: string, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    await db.query('begin; set local role attune_owner')
    const tables = await db.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    for (const { name } of tables.rows) await db.query(`alter table app.${name} no force row level security`)
    return await work(db)
  } finally {
    await db.query('rollback')
    await db.end()
  }
}

const tablesWithoutRows = (url: string) =>
  asOwner(url, async (db) => {
    const { rows } = await db.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    )
    const empty: string[] = []
    for (const { name } of rows)
      if ((await db.query(`select from app.${name} limit 1`)).rowCount === 0) empty.push(name)
    return empty
  })

/**
 * Lists the timestamp columns, as `table.column`, that have a value between the start of the run and the moment at which its clock returned to the
 * present.
 */
const rowsOfRun = (url: string, from: number, until: number) =>
  asOwner(url, async (db) => {
    const found: string[] = []
    for (const table of ['session_history', 'audit', 'message', 'session_note', 'journal_share', 'client_event']) {
      const { rows: columns } = await db.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = 'app.${table}'::regclass and atttypid = 'timestamptz'::regtype and not attisdropped`,
      )
      for (const { name } of columns) {
        const bounds = [new Date(from), new Date(until)]
        const { rowCount } = await db.query(`select from app.${table} where ${name} between $1 and $2 limit 1`, bounds)
        if (rowCount) found.push(`${table}.${name}`)
      }
    }
    return found
  })
