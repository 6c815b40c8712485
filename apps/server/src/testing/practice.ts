import type pg from 'pg'
import { randomId } from './database.ts'
import { seedClientWork } from './practice-work.ts'

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

/** Inserts at least one row into every table that a therapist or client owns. */
export async function seedEverything(db: pg.Client, mark: string): Promise<SeededTherapist & { sessionId: string }> {
  const therapist = await seedTherapist(db, 2, mark)
  const sessionId = await seedSession(db, therapist, '2031-05-05T09:00:00Z', mark)
  const [first, second] = therapist.clients
  await writeAsOwner(db, async () => {
    const own = [therapist.id, first?.id, mark]
    await db.query('insert into app.client_note (therapist_id, client_id, text) values ($1, $2, $3)', own)
    await db.query('insert into app.client_contact (therapist_id, client_id, name) values ($1, $2, $3)', own)
    await db.query(
      `with t as (insert into app.client_tag (id, therapist_id, name) values (gen_random_uuid(), $1, left($3, 40)) returning id)
       insert into app.client_tag_client (therapist_id, tag_id, client_id) select $1, id, $2 from t`,
      own,
    )
    await db.query(
      `insert into app.client_event (therapist_id, client_id, by_role, kind, detail) values ($1, $2, 'therapist', 'added', left($3, 30))`,
      own,
    )
    await db.query(
      `insert into app.invitation (id, therapist_id, client_id, email, language, sent_at, expires_at) values ($1, $2, $3, lower($4) || '@example.org', 'en', now(), now())`,
      [randomId(), therapist.id, second?.id, mark],
    )
    await db.query(
      `insert into app.client_apart (therapist_id, one_id, other_id) values ($1, least($2::uuid, $3), greatest($2::uuid, $3))`,
      [therapist.id, first?.id, second?.id],
    )
    await db.query('insert into app.notification_setting (account_id) values ($1)', [first?.accountId])
    await db.query(`insert into app.draft_key (account_id, key) values ($1, decode(repeat('00', 32), 'hex'))`, [
      first?.accountId,
    ])
    await db.query('insert into app.feedback (id, account_id, text) values ($1, $2, $3)', [
      randomId(),
      first?.accountId,
      mark,
    ])
    await db.query('insert into app.role_request (id, account_id, reason) values ($1, $2, $3)', [
      randomId(),
      therapist.id,
      mark,
    ])
    for (const account of [therapist.id, first?.accountId, second?.accountId]) {
      await db.query(
        `insert into app.notification (account_id, kind, params) values ($1, 'session-planned', jsonb_build_object('name', $2::text))`,
        [account, mark],
      )
    }
    await db.query(
      `insert into app.mail (kind, account_id, acting_for, error) values ('session-planned', $1, $2, $3)`,
      [first?.accountId, therapist.id, mark],
    )
    await seedWritten(db, therapist.id, first?.id ?? '', sessionId, mark)
    await seedCalendar(db, therapist.id, first?.accountId ?? '', mark)
    await seedClientWork(db, {
      therapist: therapist.id,
      client: first?.id ?? '',
      account: first?.accountId ?? '',
      session: sessionId,
      mark,
    })
    await db.query(`insert into app.audit (actor_id, actor_role, action, thing) values ($1, 'therapist', 'read', $2)`, [
      therapist.id,
      mark,
    ])
  })
  return { ...therapist, sessionId }
}

/** Inserts availability, time off, busy times, an imported calendar and a feed. */
async function seedCalendar(db: pg.Client, therapist: string, account: string, mark: string) {
  const own = [therapist, mark]
  const ranges = `jsonb_build_array(jsonb_build_object('weekday', 1, 'from', '09:00', 'until', '12:00', 'formats', '["video"]'::jsonb, 'location', ''))`
  await db.query(`insert into app.availability (therapist_id, weekly) values ($1, ${ranges})`, [therapist])
  await db.query(`insert into app.day_override (therapist_id, day, ranges) values ($1, '2031-05-05', ${ranges})`, [
    therapist,
  ])
  await db.query(
    `insert into app.absence (id, therapist_id, title, starts_at, ends_at, whole_days) values (gen_random_uuid(), $1, $2, now(), now() + interval '1 day', false)`,
    own,
  )
  await db.query(
    `with s as (insert into app.series (id, therapist_id, kind, repeat, zone, first_day, time, duration_minutes, template, laid_out_until)
       values (gen_random_uuid(), $1, 'event', '{}', 'UTC', '2031-05-05', '09:00', 60, jsonb_build_object('title', $2::text), '2031-05-05') returning id),
     g as (insert into app.series_gap (therapist_id, series_id, day) select $1, id, '2031-05-12' from s)
     insert into app.event (id, therapist_id, title, location, starts_at, ends_at, series_id, series_day)
       select gen_random_uuid(), $1, $2, $2, '2031-05-05T09:00Z', '2031-05-05T10:00Z', id, '2031-05-05' from s`,
    own,
  )
  await db.query(
    `with c as (insert into app.imported_calendar (id, therapist_id, name, address) values (gen_random_uuid(), $1, $2, 'https://elsewhere.example/' || $2) returning id)
     insert into app.imported_event (therapist_id, calendar_id, number, starts_at, ends_at, title)
       select $1, id, 1, '2031-05-06T09:00Z', '2031-05-06T10:00Z', $2 from c`,
    own,
  )
  await db.query(
    `insert into app.calendar_feed (account_id, feed_id, mode) values ($1, gen_random_uuid(), 'name'), ($2, gen_random_uuid(), 'name')`,
    [therapist, account],
  )
  await db.query('update app.client set code = left($2, 20) where therapist_id = $1', own)
}

/** Inserts notes, texts, a change request and a reminder of a session, and the therapist's session terms. */
async function seedWritten(db: pg.Client, therapist: string, client: string, session: string, mark: string) {
  const own = [therapist, session, mark]
  await db.query('insert into app.session_note (therapist_id, session_id, text) values ($1, $2, $3)', own)
  await db.query('insert into app.session_note_version (therapist_id, session_id, text) values ($1, $2, $3)', own)
  await db.query(
    `insert into app.session_note_addendum (id, therapist_id, session_id, text) values (gen_random_uuid(), $1, $2, left('+ ' || $3, 100))`,
    own,
  )
  await db.query(
    `with t as (insert into app.session_text (therapist_id, session_id, kind, text) values ($1, $2, 'objectives', $3) returning id)
     insert into app.session_text_share (therapist_id, text_id, client_id) select $1, id, $4 from t`,
    [...own, client],
  )
  await db.query(
    `insert into app.change_request (id, therapist_id, session_id, client_id, kind, reason, original_starts_at, original_ends_at)
     values (gen_random_uuid(), $1, $2, $4, 'cancel', $3, now(), now())`,
    [...own, client],
  )
  await db.query(
    `insert into app.session_reminder (therapist_id, session_id, reader_id, sequence, minutes_before, state, why)
     values ($1, $2, $1, 0, 1440, 'dropped', left($3, 30))`,
    own,
  )
  await db.query(
    `insert into app.session_terms (therapist_id, cancel_late_hours, cancel_blocked_hours, move_late_hours, move_blocked_hours,
       accept_early_cancels, propose_times, duration_minutes, location, remind_before) values ($1, 24, 0, 24, 0, false, true, 50, $2, '{1440}')`,
    [therapist, mark],
  )
}

/**
 * Inserts `count` sessions of one therapist, distributed over the therapist's clients: about 35 a week, nineteen of twenty before `now`.
 * Disables the triggers during the insert, so the sessions have no history.
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

/** Updates the statistics of the query planner, as autovacuum would. */
export async function analyzeTables(db: pg.Client): Promise<void> {
  await db.query(
    'begin; set local role attune_owner; analyze app.session, app.session_client, app.client, app.profile; commit',
  )
}
