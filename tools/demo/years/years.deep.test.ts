import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createApp } from '../../../apps/server/src/app.ts'
import { readConfig } from '../../../apps/server/src/platform/config/config.ts'
import { openLog } from '../../../apps/server/src/platform/log.ts'
import { cloneDatabase, testSecrets } from '../../../apps/server/src/testing/database/database.ts'
import { tablesIn } from '../../checks/tables.mjs'
import { openStoryClock } from '../clock.ts'
import { createDemoPractice } from '../fill.ts'
import { addYears } from './add-years.ts'
import { type Cleaning, cleanOldRows } from './clean.ts'
import { reportGrowth } from './report.ts'

const plan = { therapists: 2, groups: 2, years: 3 }
const dataDir = mkdtempSync(join(tmpdir(), 'attune-years-'))
let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: pg.Client
let counts: Map<string, number>
let cleanings: Cleaning[]

beforeAll(async () => {
  database = await cloneDatabase(inject('adminUrl'))
  const { url } = database
  const clock = openStoryClock()
  const config = readConfig({ ATTUNE_DATA: dataDir, PORT: '0', WRITE_LIMITS: 'off' }, dataDir)
  const options = { clock, log: openLog('error'), worker: false, openCallsPerMinute: 100_000 }
  const app = await createApp(config, testSecrets, url, options)
  const accounts = await createDemoPractice({
    app,
    clock,
    databaseUrl: url,
    language: 'en',
    keys: ['panic'],
    say: () => {},
  })
  await app.close()
  const therapistEmail = accounts.find(({ role }) => role === 'therapist')?.email ?? ''
  const order = { databaseUrl: url, dataDir, therapistEmail, zone: 'Europe/London', say: () => {} }
  counts = await addYears({ ...order, ...plan })
  cleanings = await cleanOldRows(url)
  db = new pg.Client(url)
  await db.connect()
  await db.query(`begin; set local role attune_owner;
    alter table app.session no force row level security; alter table app.invoice no force row level security;
    alter table app.invoice_series no force row level security; alter table app.message no force row level security;
    alter table app.conversation no force row level security; alter table app.notification no force row level security`)
})
afterAll(async () => {
  await db.query('rollback')
  await db.end()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const numberOf = async (select: string) => (await db.query<{ n: number }>(`select (${select})::int as n`)).rows[0]?.n

test('each copied therapist has the sessions of the demo practice once per group and year, none of them in the future', async () => {
  const { rows } = await db.query<{ n: number; ahead: number }>(
    `select count(*)::int as n, count(*) filter (where starts_at > now())::int as ahead from app.session group by therapist_id order by 1 desc, 2`,
  )
  const copied = (counts.get('app.session') ?? 0) / plan.therapists
  expect(copied % (plan.groups * plan.years)).toBe(0)
  expect(rows.slice(0, plan.therapists)).toEqual(rows.slice(0, plan.therapists).map(() => ({ n: copied, ahead: 0 })))
})

test('no copied account was last used years ago, which would need the attention of an admin', async () => {
  expect(await numberOf(`select count(*) from auth."user" where last_seen_at < now() - interval '90 days'`)).toBe(0)
})

test('the invoices of each therapist and year are numbered without a gap', async () => {
  const { rows } = await db.query(
    `select y.therapist_id from app.invoice_series y left join app.invoice i using (therapist_id, year) where y.last > 0
     group by y.therapist_id, y.year, y.last having array_agg(i.number order by i.number) <> array(select generate_series(1, y.last))
       or bool_or(i.number_text <> y.year || '-' || lpad(i.number::text, 4, '0'))`,
  )
  expect([rows, counts.get('app.invoice')]).toEqual([[], expect.any(Number)])
  expect(await numberOf('select count(distinct year) from app.invoice_series')).toBeGreaterThanOrEqual(plan.years)
})

test('the messages of each conversation are counted without a gap', async () => {
  const { rows } = await db.query(
    `select c.client_id from app.conversation c left join app.message m using (client_id) group by c.client_id, c.last_seq
     having count(m.seq) <> c.last_seq or coalesce(max(m.seq), 0) <> c.last_seq`,
  )
  expect(rows).toEqual([])
})

test('triggers and row security are switched on again, and no table is left behind', async () => {
  await db.query('rollback; begin; set local role attune_owner')
  expect([
    await numberOf(`select count(*) from pg_trigger where tgenabled <> 'O' and not tgisinternal`),
    await numberOf(
      `select count(*) from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') and not relforcerowsecurity`,
    ),
    await numberOf(`select count(*) from pg_namespace where nspname = 'demo_seed'`),
  ]).toEqual([0, 0, 0])
})

test('notifications and emails older than a year are deleted, and the report names every table, folder and limit', async () => {
  await db.query('rollback')
  const deleted = new Map(cleanings.map((one) => [one.table, one.deleted] as const))
  expect([(deleted.get('app.notification') ?? 0) > 0, (deleted.get('app.mail') ?? 0) > 0]).toEqual([true, true])
  const lines = await reportGrowth({ databaseUrl: database.url, dataDir, years: plan.years, cleanings })
  const tables: { schema: string; name: string }[] = tablesIn(readFileSync('db/tables.txt', 'utf8'))
  const named = (name: string) => lines.some((line) => line.startsWith(`${name} `))
  const missing = tables.filter(({ schema, name }) => !named(`${schema}.${name}`) && !named(`${schema}."${name}"`))
  expect(missing).toEqual([])
  expect(readdirSync(dataDir).filter((folder) => folder !== 'demo.json' && !named(`${folder}/`))).toEqual([])
  expect(
    lines
      .slice(-5)
      .map((line) => line.split(':')[0])
      .toSorted(),
  ).toEqual(['counted ids', 'daily cleanup', 'disk', 'invoice numbers', 'memory'])
})
