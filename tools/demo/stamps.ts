import pg from 'pg'
import type { StoryClock } from './clock.ts'

type Table = { name: string; columns: string[]; isForced: boolean }

/** Selects the timestamp columns of the tables in `app` and `auth`. Omits `app.change`, because the change feed reads it by transaction id. */
const timeColumns = `
  select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as "isForced",
    array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname in ('app', 'auth') and c.relname <> 'change' and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid = 'timestamptz'::regtype
  group by 1, 2 order by 1`

/**
 * Moves the timestamps that the database set while the demo practice was created to the times of its history, because the clock of Postgres cannot
 * be set. A time on the full minute comes from the history, for example the start of a session, and is left unchanged. Disables the triggers of the
 * tables for this transaction, because some tables refuse changes.
 */
export async function moveStamps(databaseUrl: string, clock: StoryClock): Promise<void> {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  try {
    await db.query('begin')
    await db.query('set local role attune_owner')
    const { rows: tables } = await db.query<Table>(timeColumns)
    const began = literal(clock.passages[0]?.from ?? Date.now())
    for (const { name, columns, isForced } of tables) {
      await db.query(
        `alter table ${name} disable trigger user${isForced ? `; alter table ${name} no force row level security` : ''}`,
      )
      const sets = columns.map((column) => `${column} = ${moved(column, clock)}`).join(', ')
      const isOfRun = columns.map((column) => `${column} >= ${began} and ${column} < clock_timestamp()`).join(' or ')
      await db.query(`update ${name} set ${sets} where ${isOfRun}`)
      await db.query(
        `alter table ${name} enable trigger user${isForced ? `; alter table ${name} force row level security` : ''}`,
      )
    }
    await db.query('commit')
  } finally {
    await db.end()
  }
}

const literal = (milliseconds: number) => `'${new Date(milliseconds).toISOString()}'::timestamptz`

/** Returns the SQL expression that moves a time of the run. `width_bucket` finds the index of its passage in the arrays. */
function moved(column: string, { passages }: StoryClock): string {
  const starts = passages.map(({ from }) => new Date(from).toISOString()).join(',')
  const shifts = passages.map(({ shift }) => `${shift} ms`).join(',')
  const place = `width_bucket(${column}, '{${starts}}'::timestamptz[])`
  return (
    `case when ${place} = 0 or ${column} >= clock_timestamp() or date_trunc('minute', ${column}) = ${column} then ${column} ` +
    `else ${column} + ('{${shifts}}'::interval[])[${place}] end`
  )
}

/**
 * Removes all emails, and the jobs that are due, such as reminders of past sessions, because the running product must not process them again. Jobs
 * that create documents stay.
 */
export async function dropPastJobs(databaseUrl: string): Promise<void> {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  try {
    await db.query('begin')
    await db.query('set local role attune_owner')
    const isKept = `name ~ '(document|superbill|estimate)' or name = 'prune' or (name <> 'mail' and start_after > now())`
    await db.query(`delete from jobs.job_common where not (${isKept})`)
    await db.query('alter table app.mail disable trigger user; alter table app.mail no force row level security')
    await db.query('delete from app.mail')
    await db.query('alter table app.mail enable trigger user; alter table app.mail force row level security')
    await db.query('commit')
  } finally {
    await db.end()
  }
}
