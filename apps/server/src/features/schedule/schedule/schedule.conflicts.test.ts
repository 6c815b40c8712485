import type pg from 'pg'
import { randomUUID } from 'node:crypto'
import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { runQuery } from '../../../testing/database/database.ts'
import { repeatingBusyCalls } from '../../../testing/browser.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'

const app = await startSharedApp({ poolSize: 8, worker: false })
// A busy server refuses some of thirty calls at once. They are repeated until the schedule accepts or refuses them.
const therapist = repeatingBusyCalls(await app.person('therapist'))
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

const minute = 60_000
const at = (day: number, minutes = 0) => new Date(timeAhead(90 + day) + minutes * minute).toISOString()
const rounds = [1, 2, 3]
const attempts30 = Array.from({ length: 30 }, (_, index) => index)

const plan = (startsAt: string, id = randomUUID()) =>
  therapist.api.session.create({ id, clientIds: [record], startsAt, durationMinutes: 50, format: 'video' })

/** Counts the rows of each table into which a booking inserts rows. */
async function traces() {
  const counts = await one<Record<'sessions' | 'participants' | 'steps' | 'mails' | 'news', number>>(`
    select (select count(*)::int from app.session) as sessions, (select count(*)::int from app.session_client) as participants,
      (select count(*)::int from app.session_history) as steps, (select count(*)::int from app.mail) as mails,
      (select count(*)::int from app.notification) as news`)
  return counts
}
/** Runs a query as the backup role, because only this role can read all rows. */
async function one<Row extends pg.QueryResultRow>(text: string): Promise<Row> {
  const url = new URL(app.databaseUrl)
  url.username = 'attune_app_backup'
  url.password = app.secrets.dbPasswords.backup
  return (await runQuery<Row>(url.href, text))[0] as Row
}

type Outcome = { won: boolean; status: number; code: string }
const outcomeOf = (attempt: Promise<unknown>): Promise<Outcome> =>
  attempt.then(
    () => ({ won: true, status: 200, code: '' }),
    (error: unknown) =>
      error instanceof ORPCError
        ? { won: false, status: error.status, code: error.code }
        : { won: false, status: 0, code: String(error) },
  )
const taken: Outcome = { won: false, status: 409, code: 'SLOT_TAKEN' }
const losers = (outcomes: Outcome[]) => outcomes.filter(({ won }) => !won)

for (const round of rounds) {
  test(`of thirty concurrent plans for one hour one succeeds and the others write nothing, round ${round} @slow`, async () => {
    const before = await traces()
    const outcomes = await Promise.all(attempts30.map((index) => outcomeOf(plan(at(round, index)))))
    expect(losers(outcomes)).toEqual(Array(29).fill(taken))
    const after = await traces()
    expect(after).toEqual({
      sessions: before.sessions + 1,
      participants: before.participants + 1,
      steps: before.steps + 1,
      mails: before.mails + 1,
      news: before.news + 1,
    })
  })
}

test('of thirty concurrent moves to one hour one succeeds and the other sessions keep their time @slow', async () => {
  const ids = await Promise.all(attempts30.map(async (index) => (await plan(at(10, index * 60))).id))
  const before = await traces()
  const target = (index: number) => ({ startsAt: at(20, index), durationMinutes: 50 })
  const outcomes = await Promise.all(
    ids.map((id, index) => outcomeOf(therapist.api.session.move({ id, command: randomUUID(), ...target(index) }))),
  )
  expect(losers(outcomes)).toEqual(Array(29).fill(taken))
  expect(await traces()).toEqual({ ...before, steps: before.steps + 1, mails: before.mails + 1, news: before.news + 1 })
  const moved = await one<{ n: number }>(`select count(*)::int as n from app.session where sequence = 1`)
  expect(moved.n).toBe(1)
})

test('of concurrent plans and moves to one hour one succeeds @slow', async () => {
  const ids = await Promise.all(attempts30.slice(15).map(async (index) => (await plan(at(25, index * 60))).id))
  const attempts = attempts30.map((index) =>
    index < 15
      ? plan(at(28, index))
      : therapist.api.session.move({
          id: ids[index - 15] ?? '',
          command: randomUUID(),
          startsAt: at(28, index),
          durationMinutes: 50,
        }),
  )
  expect(losers(await Promise.all(attempts.map(outcomeOf)))).toEqual(Array(29).fill(taken))
})

test('the same plan sent ten times at once creates one session @slow', async () => {
  const before = await traces()
  const id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => plan(at(29), id)))
  expect(new Set(answers.map((answer) => answer.id))).toEqual(new Set([id]))
  expect(await traces()).toMatchObject({
    sessions: before.sessions + 1,
    mails: before.mails + 1,
    news: before.news + 1,
  })
})

test('an id that another therapist has taken is refused as a conflict, and nothing is written', async () => {
  const id = randomUUID()
  await plan(at(32), id)
  const other = await app.person('therapist', 3)
  const otherRecord = await connectClient(app, other, await app.person('client', 3))
  const before = await traces()
  const clash = { id, clientIds: [otherRecord], startsAt: at(32), format: 'video' as const }
  expect(await outcomeOf(other.api.session.create(clash))).toEqual({ won: false, status: 409, code: 'CONFLICT' })
  expect(await traces()).toEqual(before)
})

test('adjacent sessions do not conflict, and the time of a cancelled session is free', async () => {
  const first = await plan(at(30))
  await plan(at(30, 50))
  await plan(at(30, -50))
  expect(await outcomeOf(plan(at(30, 49)))).toEqual(taken)
  await therapist.api.session.cancel({ id: first.id, command: randomUUID() })
  expect((await plan(at(30))).status).toBe('scheduled')
})

test('a refusal names the conflict, and other therapists’ sessions never conflict', async () => {
  await plan(at(31))
  const error = await plan(at(31, 10)).catch((caught: unknown) => caught)
  expect((error as ORPCError<string, unknown>).data).toMatchObject({
    conflicts: [{ kind: 'session', startsAt: at(31), endsAt: at(31, 50) }],
  })
  const other = await app.person('therapist', 2)
  const otherRecord = await connectClient(app, other, await app.person('client', 2))
  const free = { id: randomUUID(), clientIds: [otherRecord], startsAt: at(31), format: 'video' as const }
  expect((await other.api.session.create(free)).status).toBe('scheduled')
})

test('control: without the lock and the constraint, the same hour is booked more than once @slow', async () => {
  const asOwners = (text: string) => runQuery(app.databaseUrl, text)
  await asOwners(`begin; set local role attune_owner; alter table app.session drop constraint session_slot;
    set local role attune_app_definer;
    create or replace function def.lock_calendar(therapist uuid) returns boolean language sql volatile security definer
      set search_path = pg_catalog, pg_temp as 'select true'; commit`)
  let most = 0
  // On a busy machine, the attempts for one hour may run one after another, so the test tries further days until two attempts succeed.
  for (let day = 40; most < 2 && day < 60; day++) {
    const outcomes = await Promise.all(attempts30.map((index) => outcomeOf(plan(at(day, index)))))
    most = outcomes.filter(({ won }) => won).length
  }
  expect(most).toBeGreaterThan(1)
})
