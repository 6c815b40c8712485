import type pg from 'pg'
import { randomId } from './database/database.ts'

/** A therapist with clients, inserted directly into the database. Each client has a record (`id`) and an account. */
export type SeededTherapist = { id: string; clients: { id: string; accountId: string }[] }

/** Runs `work` in one transaction as the owner of the tables, with row security turned off. */
export async function writeAsOwner(db: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'`,
  )
  const each = (change: string) => rows.map(({ name }) => `alter table ${name} ${change};`).join('')
  await db.query('begin; set local role attune_owner')
  try {
    await db.query(each('no force row level security'))
    await work()
    await db.query(`set constraints all immediate; ${each('force row level security')} commit`)
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}

/**
 * Inserts a therapist with clients. Every free text contains `mark`, so that a test notices when another person's result contains such a
 * text.
 */
export async function seedTherapist(db: pg.Client, clients: number, mark = ''): Promise<SeededTherapist> {
  const id = randomId()
  const made = Array.from({ length: clients }, () => ({ id: randomId(), accountId: randomId() }))
  await writeAsOwner(db, async () => {
    const profile = `insert into app.profile (account_id, email, first_name, last_name, role, zone) values ($1, $2, $3, $3, $4, 'Europe/Berlin')`
    await db.query(profile, [id, `${id}@example.org`, mark || 'Thea', 'therapist'])
    await db.query('insert into app.calendar (therapist_id, account_id) values ($1, $1)', [id])
    await db.query('insert into app.therapist_profile (account_id, bio) values ($1, $2)', [id, mark])
    for (const client of made) {
      await db.query(profile, [client.accountId, `${client.accountId}@example.org`, mark || 'Clara', 'client'])
      await db.query(
        `insert into app.client (id, therapist_id, account_id, first_name, last_name, email, phone, address, status)
         values ($1, $2, $3, $4, $4, $5, $6, $6, 'active')`,
        [client.id, id, client.accountId, mark || 'Clara', `${client.id}@example.org`, mark],
      )
    }
  })
  return { id, clients: made }
}

/** Inserts a session of 50 minutes with its participant and one row of history. */
export async function seedSession(db: pg.Client, therapist: SeededTherapist, startsAt: string, mark = '') {
  const id = randomId()
  const client = therapist.clients[0]
  await writeAsOwner(db, async () => {
    await db.query(
      `insert into app.session (id, therapist_id, starts_at, ends_at, format, location, status)
       values ($1, $2, $3, $3::timestamptz + interval '50 minutes', 'video', $4, 'scheduled')`,
      [id, therapist.id, startsAt, mark],
    )
    await db.query(
      'insert into app.session_client (therapist_id, session_id, client_id, starts_at) values ($1, $2, $3, $4)',
      [therapist.id, id, client?.id, startsAt],
    )
    await db.query(
      `insert into app.session_history (therapist_id, session_id, by_account, by_role, action, to_status, starts_at_after, reason, command)
       values ($1, $2, $1, 'therapist', 'create', 'scheduled', $3, $4, $2)`,
      [therapist.id, id, startsAt, mark],
    )
  })
  return id
}

/**
 * Inserts `count` sessions of one therapist, distributed over the therapist's clients: about 35 a week, 19 of 20 before
 * `now`. Inserts no history. Disables the triggers during the insert, so it writes no rows to `change` either.
 */
export async function seedSessions(
  db: pg.Client,
  therapist: SeededTherapist,
  count: number,
  now: string,
): Promise<void> {
  const records = therapist.clients.map(({ id }) => id)
  await writeAsOwner(db, async () => {
    for (const table of ['session', 'session_client']) await db.query(`alter table app.${table} disable trigger user`)
    await db.query(
      `with planned as materialized (
         select gen_random_uuid() as id, n, $3::timestamptz + (n / 6 - $2::int * 19 / 120) * interval '28 hours' + (n % 6) * interval '1 hour' as at
         from generate_series(0, $2::int - 1) n),
       made as (
         insert into app.session (id, therapist_id, starts_at, ends_at, format, status)
         select id, $1, at, at + interval '50 minutes', 'video', case when at < $3 then 'completed' else 'confirmed' end from planned)
       insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
       select $1, id, ($4::uuid[])[1 + n % cardinality($4::uuid[])], at, 'accepted' from planned`,
      [therapist.id, count, now, records],
    )
    for (const table of ['session', 'session_client']) await db.query(`alter table app.${table} enable trigger user`)
  })
}

/** Updates the statistics of the query planner for sessions, client records and profiles, as autovacuum would. */
export async function analyzeTables(db: pg.Client): Promise<void> {
  await db.query(
    'begin; set local role attune_owner; analyze app.session, app.session_client, app.client, app.profile; commit',
  )
}
