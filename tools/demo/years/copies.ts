import type pg from 'pg'
import type { CopiedColumn, CopiedTable } from './catalog.ts'
import { levelOf } from './levels.ts'

/** The numbers of therapists, of groups of clients per therapist, and of years of events that are copied. */
export type CopyPlan = { therapists: number; groups: number; years: number }

/** The weeks between the starts of two groups of clients, so that the groups of a therapist are spread over a year. */
const weeksBetweenGroups = 6
/** The number of copies of each opening of a record in the audit log, and of each line in the access log. */
const openings = 14
const readings = 7

/** Creates the function that gives an id of the seed its id in a copy, and the table of all copies. An id that begins with a time keeps that form. */
export async function planCopies(db: pg.Client, { therapists, groups, years }: CopyPlan, zone: string): Promise<void> {
  await db.query(`select set_config('timezone', $1, true)`, [zone])
  await db.query(`
    create function demo_seed.id_of(seed text, key text) returns uuid language sql immutable as $$
      select case when substr(seed, 16, 1) = '7' then (left(key, 12) || '7' || substr(h, 1, 3) || 'a' || substr(h, 5, 15))::uuid
        else (substr(h, 1, 12) || '4' || substr(h, 14, 3) || 'a' || substr(h, 18, 15))::uuid end from md5(seed || key) h $$;
    create function demo_seed.copied(seed text, setting text, person text, event text) returns uuid language sql immutable as $$
      select case left(seed, 1) when '0' then substr(seed, 2)::uuid when '1' then demo_seed.id_of(seed, setting)
        when '2' then demo_seed.id_of(seed, person) when '3' then demo_seed.id_of(seed, event) end $$;
    create table demo_seed._copy as
      select t, g, k, ${years} as years, since_setting, since_person, since_event, since_group,
        ${keyOf('since_setting', 't')} as setting, ${keyOf('since_person', `t || ',' || g`)} as person,
        ${keyOf('since_event', `t || ',' || g || ',' || k`)} as event
      from generate_series(1, ${therapists}) t, generate_series(0, ${groups - 1}) g, generate_series(0, ${years - 1}) k,
        lateral (select make_interval(weeks => ${52 * (years - 1) + weeksBetweenGroups * (groups - 1)}) as since_setting,
          make_interval(weeks => ${52 * (years - 1)} + ${weeksBetweenGroups} * g) as since_person,
          make_interval(weeks => 52 * k + ${weeksBetweenGroups} * g) as since_event,
          make_interval(weeks => ${weeksBetweenGroups} * g) as since_group) since`)
}

const keyOf = (since: string, part: string) =>
  `lpad(to_hex((extract(epoch from now() - ${since}) * 1000)::bigint), 12, '0') || ',' || ${part}`

const id = (column: string) => `demo_seed.copied(${column}, c.setting, c.person, c.event)`
/** The number of messages of a conversation in the seed. */
const messages = '(select v.last_seq from demo_seed.conversation v where v.client_id = s.client_id)'
const laterMessages = `(c.years - 1 - c.k) * ${messages}`

/** Columns whose value is neither an id, a time nor the same in all copies. Numbers of invoices are preliminary until all are copied. */
const special: Readonly<Record<string, string>> = {
  'auth.account.account_id': id('s.user_id'),
  // A copied account has years of work too, but was used as recently as the account of the seed.
  'auth."user".last_seen_at': 's.last_seen_at',
  'app.client.date_of_birth': 's.date_of_birth',
  'app.conversation.last_seq': 's.last_seq * c.years',
  'app.conversation.last_at': 's.last_at - c.since_group',
  'app.conversation_read.seq': `s.seq + ${laterMessages}`,
  'app.message.seq': `s.seq + ${laterMessages}`,
  'app.invoice.year': 'extract(year from s.issued_on - c.since_event)',
  'app.invoice.number': `s.number + 100000 * (1 + c.g * c.years + c.k)`,
  'app.invoice.number_text': `'preliminary ' || c.g || ' ' || c.k || ' ' || s.number`,
}

/** Copies the rows of a table for one therapist and returns their number. */
export async function copyRows(db: pg.Client, table: CopiedTable, therapist: number): Promise<number> {
  const level = levelOf(table.name)
  const isLog = table.name === 'app.audit' || table.name === 'app.access'
  const values = table.columns.map((column) => valueOf(table, column, level, isLog))
  const { rowCount } = await db.query(
    `insert into ${table.name} (${table.columns.map(({ name }) => name).join(', ')}) select ${values.join(', ')}
     from ${table.seed} s cross join demo_seed._copy c ${isLog ? `cross join lateral (${repeatsOf(table.name)}) r (n)` : ''}
     where c.t = $1 and (${level} = '3' or c.k = 0) and (${level} <> '1' or c.g = 0)
     ${isLog ? 'on conflict do nothing' : ''}`,
    [therapist],
  )
  return rowCount ?? 0
}

const repeatsOf = (table: string) =>
  table === 'app.audit'
    ? `select generate_series(0, case when s.action = 'open' then ${openings - 1} else 0 end)`
    : `select generate_series(0, ${readings - 1})`

function valueOf(table: CopiedTable, { name, type }: CopiedColumn, level: string, isLog: boolean): string {
  const column = `s.${name}`
  const own = special[`${table.name}.${name}`]
  const since = `case ${level} when '1' then c.since_setting when '2' then c.since_person else c.since_event end`
  if (own) return name === 'year' || name === 'number' ? `(${own})::int` : own
  if (type === 'uuid') return id(isLog && name === 'id' ? `${column} || ':' || r.n` : column)
  if (type === 'date') return `(${column} - ${since})::date`
  if (type === 'timestamp with time zone') return `${column} - ${since}${isLog ? ` + r.n * interval '1 hour'` : ''}`
  // Emails are unique: anna@demo.example becomes anna.3-2@demo.example for the third therapist's second group of clients.
  if (name === 'email' && type === 'text')
    return `replace(${column}, '@', '.' || c.t || case ${level} when '1' then '' else '-' || c.g end || '@')`
  return column
}
