import { runs } from '@attune/contract/common/runs.testing'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeatWhileBusy, type TestBrowser } from '../../../../testing/browser.ts'
import { runQuery } from '../../../../testing/database/database.ts'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient, insertChangeRequest, insertSession } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

let servers: [TestApp, TestApp]
let therapist: Person
let client: Person
let recordId: string
/** Two browsers of one therapist, signed in at two servers that use the same database. */
let callers: TestBrowser[]
beforeAll(async () => {
  const first = await createTestApp({ poolSize: 8, worker: false })
  servers = [first, await createTestApp({ databaseUrl: first.databaseUrl, poolSize: 8, worker: false })]
  therapist = await first.person('therapist')
  client = await first.person('client')
  recordId = await connectClient(first, therapist, client)
  callers = await Promise.all(servers.map((app) => app.secondBrowser(therapist, 2)))
})
afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

const [minute, day] = [60_000, 24 * 60 * 60_000]
const at = (round: number, minutes: number) => new Date(timeAhead(400) + round * day + minutes * minute).toISOString()

/** Runs a query as the backup role, because only this role can read all rows. */
async function one<Row extends pg.QueryResultRow>(text: string): Promise<Row> {
  const [app] = servers
  const url = new URL(app.databaseUrl)
  url.username = 'attune_app_backup'
  url.password = app.secrets.dbPasswords.backup
  return (await runQuery<Row>(url.href, text))[0] as Row
}

/** Counts the rows that the commands in `ways` write. */
const countWrites = () =>
  one<Record<'steps' | 'mails' | 'news' | 'holding' | 'pending', number>>(`
    select (select count(*)::int from app.session_history) as steps, (select count(*)::int from app.mail) as mails,
      (select count(*)::int from app.notification) as news,
      (select count(*)::int from app.session where status in ('scheduled', 'confirmed', 'rescheduled') and not booked_anyway) as holding,
      (select count(*)::int from app.session where status = 'pending') as pending`)

type Attempt = { path: string; input: object }
const act = (id: string) => ({ id, command: randomUUID() })

/**
 * The commands that book a time: schedule, confirm a request, accept a change, move. All times of one round overlap.
 */
const ways: ((round: number, place: number) => Promise<Attempt>)[] = [
  async (round, place) => {
    const input = { id: randomUUID(), clientIds: [recordId], startsAt: at(round, place % 45), format: 'video' }
    return { path: 'session/create', input }
  },
  async (round, place) => {
    const id = await insertSession(servers[0], therapist, recordId, {
      status: 'pending',
      startsAt: at(round, place % 45),
    })
    return { path: 'session/confirm', input: act(id) }
  },
  async (round, place) => {
    const startsAt = at(round + 500, place * 60)
    const sessionId = await insertSession(servers[0], therapist, recordId, { status: 'confirmed', startsAt })
    const request = { sessionId, startsAt, proposed: at(round, place % 45) }
    return {
      path: 'changeRequest/accept',
      input: act(await insertChangeRequest(servers[0], { therapist, client, recordId }, request)),
    }
  },
  async (round, place) => {
    const startsAt = at(round + 500, place * 60)
    const id = await insertSession(servers[0], therapist, recordId, { status: 'confirmed', startsAt })
    return { path: 'session/move', input: { ...act(id), startsAt: at(round, place % 45), durationMinutes: 50 } }
  },
]

test.each([1, 2, 3].slice(0, runs(1, 3)))(
  'of a hundred concurrent attempts at two servers to take one time one succeeds; 99 get the conflict and write nothing, round %i @slow',
  async (round) => {
    const attempts: Attempt[] = []
    for (let place = 0; place < 100; place++) attempts.push((await ways[place % 4]?.(round * 10, place)) as Attempt)
    const before = await countWrites()
    const answers = await Promise.all(
      attempts.map(async ({ path, input }, place) => {
        // On a slow machine, the server refuses some of the concurrent requests at once. A refused command is sent again with the same id.
        const answer = await repeatWhileBusy(() => callers[place % 2]?.send(path, input) as Promise<Response>)
        const body = (await answer.json()) as {
          code?: string
          data?: { conflicts?: { sessionId: string }[] }
          id?: string
        }
        return { status: answer.status, path, body }
      }),
    )
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const losers = answers.filter(({ status }) => status !== 200)
    expect(new Set(losers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['409 SLOT_TAKEN']))
    const inTheWay = new Set(losers.flatMap(({ body }) => body.data?.conflicts?.map(({ sessionId }) => sessionId)))
    expect(inTheWay.size).toBe(1)
    const created = winners.filter(({ path }) => path === 'session/create').length
    const confirmed = winners.filter(({ path }) => path === 'session/confirm').length
    expect(await countWrites()).toEqual({
      steps: before.steps + 1,
      mails: before.mails + 1,
      news: before.news + 1,
      holding: before.holding + created + confirmed,
      pending: before.pending - confirmed,
    })
  },
  120_000,
)

test('if two clients accept the same proposed time at once, one gets it and the other is refused', async () => {
  const pair = { therapist, client, recordId }
  const counter = at(400, 0)
  const ids = await Promise.all(
    [0, 1].map(async (place) => {
      const startsAt = at(450, place * 60)
      const sessionId = await insertSession(servers[0], therapist, recordId, { status: 'confirmed', startsAt })
      return insertChangeRequest(servers[0], pair, {
        sessionId,
        startsAt,
        proposed: at(401, 0),
        state: 'countered',
        counter,
      })
    }),
  )
  const answers = await Promise.all(ids.map((id) => client.send('changeRequest/acceptCounter', act(id))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test.each([1, 2, 3])(
  'each session scheduled while an absence is added is either among the absence’s hits or refused because of it, round %i @slow',
  async (round) => {
    const start = 600 + round * 10
    const plan = (place: number) => {
      const id = randomUUID()
      const input = { id, clientIds: [recordId], startsAt: at(start, place * 50), format: 'video' }
      return { id, answer: (callers[place % 2] as TestBrowser).send('session/create', input) }
    }
    const plans = Array.from({ length: 20 }, (_, place) => plan(place))
    const away = therapist.api.availability.saveAbsence({
      id: randomUUID(),
      title: 'Away',
      startsAt: at(start, 0),
      endsAt: at(start, 20 * 50),
      wholeDays: false,
    })
    const answers = await Promise.all(plans.map(async ({ id, answer }) => ({ id, status: (await answer).status })))
    const scheduled = answers.filter(({ status }) => status === 200).map(({ id }) => id)
    expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(2)
    expect((await away).hits.map(({ id }) => id).toSorted()).toEqual(scheduled.toSorted())
  },
  60_000,
)

test('of twenty sessions and twenty events for one hour, added at once, one succeeds @slow', async () => {
  const attempts = Array.from({ length: 40 }, (_, place) => {
    const [startsAt, endsAt] = [at(700, place), at(700, place + 50)]
    return place % 2
      ? { path: 'calendar/addEvent', input: { id: randomUUID(), title: 'Busy', startsAt, endsAt } }
      : { path: 'session/create', input: { id: randomUUID(), clientIds: [recordId], startsAt, format: 'video' } }
  })
  const answers = await Promise.all(
    attempts.map(({ path, input }, place) => (callers[Math.floor(place / 2) % 2] as TestBrowser).send(path, input)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(39)
})
