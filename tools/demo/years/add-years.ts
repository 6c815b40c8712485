import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type CopiedTable, inKeyOrder, readCopiedKeys, readCopiedTables } from './catalog.ts'
import { copyRows, type CopyPlan, planCopies } from './copies.ts'
import { takeSeed } from './seed.ts'

/**
 * The groups of clients of a copied therapist. Each group has the sessions of the demo practice's first therapist, about a hundred a year, so that a
 * full calendar has about 920 a year: 46 weeks with 20 sessions.
 */
export const groupsPerTherapist = 9

type Order = CopyPlan & {
  databaseUrl: string
  dataDir: string
  /** The email address of the therapist whose rows are copied. */
  therapistEmail: string
  zone: string
  say: (line: string) => void
}

/**
 * Adds therapists with years of work to the demo practice: copies of the rows that one therapist and the clients have, with new ids and times. All
 * rows are inserted in one transaction with every constraint. Triggers are off, because the rows are copies of rows that the product itself has
 * written. Returns the number of rows of each table.
 */
export async function addYears(order: Order): Promise<Map<string, number>> {
  const db = new pg.Client(order.databaseUrl)
  await db.connect()
  try {
    await db.query('begin')
    await db.query('create schema demo_seed authorization attune_owner')
    await db.query('set local role attune_owner')
    const all = await readCopiedTables(db)
    const keys = await readCopiedKeys(db)
    await switchTriggers(db, all, 'disable')
    const tables = inKeyOrder(await takeSeed(db, await findTherapist(db, order.therapistEmail), all, keys), keys)
    await planCopies(db, order, order.zone)
    const counts = await copyAll(db, tables, order)
    await db.query('set constraints all immediate')
    await switchTriggers(db, all, 'enable')
    const files = await listCopiedFiles(db, order.therapists)
    for (const { from, to } of files) copyBytes(order.dataDir, from, to)
    // Without triggers, the search index contains none of the copies. A job of the product builds it again.
    await db.query('truncate app.search_name, app.search_text, app.search_build')
    await db.query('drop schema demo_seed cascade')
    await db.query('commit')
    return counts
  } finally {
    await db.end()
  }
}

async function findTherapist(db: pg.Client, email: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `select account_id as id from app.profile where email = $1 and role = 'therapist'`,
    [email],
  )
  if (!rows[0]) throw new Error('the therapist of the demo practice does not exist')
  return rows[0].id
}

async function copyAll(db: pg.Client, tables: CopiedTable[], { therapists, say }: Order): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const add = (table: string, count: number) => void counts.set(table, (counts.get(table) ?? 0) + count)
  for (const { seed } of tables) await db.query(`analyze ${seed}`)
  for (let therapist = 1; therapist <= therapists; therapist++) {
    const began = performance.now()
    for (const table of tables) {
      if (table.name === 'app.invoice') await openSeries(db, therapist)
      add(table.name, await copyRows(db, table, therapist))
    }
    await numberInvoices(db, therapist)
    add('app.mail', await writeMails(db, therapist))
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    say(`Therapist ${therapist} of ${therapists}: ${total.toLocaleString('en')} rows so far (${seconds} s)`)
  }
  return counts
}

/** The account id of a copied therapist, in SQL. Each seed has exactly one account that is a setting. */
const therapistSql = `(select distinct demo_seed.copied(s.account_id, c.setting, c.person, c.event) from demo_seed.profile s, demo_seed._copy c
  where left(s.account_id, 1) = '1' and c.t = $1 and c.g = 0 and c.k = 0)`

/** Opens the series of numbers of each year in which a copied invoice is issued. */
async function openSeries(db: pg.Client, therapist: number): Promise<void> {
  await db.query(
    `insert into app.invoice_series (therapist_id, year, first_number, last)
     select distinct ${therapistSql}, extract(year from s.issued_on - c.since_event)::int, 1, 0
     from demo_seed.invoice s, demo_seed._copy c where c.t = $1`,
    [therapist],
  )
}

/** Numbers the invoices of each year in the order in which they were issued, without a gap, and writes the series that counts them. */
async function numberInvoices(db: pg.Client, therapist: number): Promise<void> {
  await db.query(
    `update app.invoice i set number = n.number, number_text = i.year || '-' || lpad(n.number::text, 4, '0')
     from (select id, row_number() over (partition by year order by issued_at, id)::int as number from app.invoice where therapist_id = ${therapistSql}) n
     where i.id = n.id and i.therapist_id = ${therapistSql}`,
    [therapist],
  )
  await db.query(
    `update app.invoice_series y set last = (select max(number) from app.invoice i where i.therapist_id = y.therapist_id and i.year = y.year)
     where therapist_id = ${therapistSql}`,
    [therapist],
  )
}

/** Writes the sent emails of each session, which the demo practice doesn't have because it sends none. */
async function writeMails(db: pg.Client, therapist: number): Promise<number> {
  const { rowCount } = await db.query(
    `insert into app.mail (id, kind, account_id, acting_for, subject_id, generation, state, attempts, created_at, claimed_at, sent_at)
     select uuidv7(m.at - now()), m.kind, r.account_id, s.therapist_id, s.id, 0, 'sent', 1, m.at, m.at, m.at
     from app.session s join app.session_client p on p.therapist_id = s.therapist_id and p.session_id = s.id
       join app.client r on r.therapist_id = p.therapist_id and r.id = p.client_id,
       (values ('session-planned', interval '-14 days'), ('session-reminder', '-1 day'), ('task-assigned', '1 hour'), ('message-received', '2 days')) k (kind, after),
       lateral (select k.kind, least(s.starts_at + k.after, now()) as at) m
     where s.therapist_id = ${therapistSql}`,
    [therapist],
  )
  return rowCount ?? 0
}

async function listCopiedFiles(db: pg.Client, therapists: number): Promise<{ from: string; to: string }[]> {
  const { rows: tables } = await db.query(`select to_regclass('demo_seed.file') as seed`)
  if (!tables[0]?.seed) return []
  const { rows } = await db.query<{ from: string; to: string }>(
    `select substr(s.id, 2) as from, demo_seed.copied(s.id, c.setting, c.person, c.event) as to from demo_seed.file s, demo_seed._copy c where c.k = 0 and c.t <= $1`,
    [therapists],
  )
  return rows
}

/** Copies the bytes of a file in the data folder, where the folder of a file is named by the first two characters of the id. */
function copyBytes(dataDir: string, from: string, to: string): void {
  const pathOf = (id: string) => join(dataDir, 'files', 'whole', id.slice(0, 2), id)
  mkdirSync(join(pathOf(to), '..'), { recursive: true, mode: 0o700 })
  copyFileSync(pathOf(from), pathOf(to))
}

async function switchTriggers(db: pg.Client, tables: CopiedTable[], how: 'disable' | 'enable'): Promise<void> {
  const others = ['app.mail', 'app.invoice_series'].map((name) => ({ name, isForced: true }))
  for (const { name, isForced } of [...tables, ...others]) {
    const force = how === 'disable' ? 'no force' : 'force'
    await db.query(`alter table ${name} ${how} trigger user`)
    if (isForced) await db.query(`alter table ${name} ${force} row level security`)
  }
}
