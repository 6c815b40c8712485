import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../testing/api.ts'
import { query } from '../../testing/database.ts'
import { openTestHouse, type TestHouse } from '../../testing/house.ts'
import type { Person } from '../../testing/people.ts'
import { connectClient, putChange, putSession } from '../../testing/sessions.ts'

let houses: [TestHouse, TestHouse]
let therapist: Person
let client: Person
let recordId: string
/** The therapist, signed in at each of two servers on one database. */
let doors: Caller[]
beforeAll(async () => {
  const first = await openTestHouse({ poolSize: 8, worker: false })
  houses = [first, await openTestHouse({ databaseUrl: first.databaseUrl, poolSize: 8, worker: false })]
  therapist = await first.person('therapist')
  client = await first.person('client')
  recordId = await connectClient(first, therapist, client)
  doors = await Promise.all(houses.map((house) => house.secondBrowser(therapist, 2)))
})
afterAll(async () => {
  await houses[1].close()
  await houses[0].close()
})

const [minute, day] = [60_000, 24 * 60 * 60_000]
const at = (round: number, minutes: number) =>
  new Date(Date.UTC(2028, 0, 1, 9) + round * day + minutes * minute).toISOString()

/** As the backup, the only role that sees every row. */
async function one<Row extends pg.QueryResultRow>(text: string): Promise<Row> {
  const [house] = houses
  const url = new URL(house.databaseUrl)
  url.username = 'attune_app_backup'
  url.password = house.secrets.dbPasswords.backup
  return (await query<Row>(url.href, text))[0] as Row
}

/** What every way to take a time leaves behind. */
const traces = () =>
  one<Record<'steps' | 'mails' | 'news' | 'holding' | 'pending', number>>(`
    select (select count(*)::int from app.session_history) as steps, (select count(*)::int from app.mail) as mails,
      (select count(*)::int from app.notification) as news,
      (select count(*)::int from app.session where status in ('scheduled', 'confirmed', 'rescheduled') and not booked_anyway) as holding,
      (select count(*)::int from app.session where status = 'pending') as pending`)

type Attempt = { path: string; input: object }
const act = (id: string) => ({ id, command: randomUUID() })

/** Ways to take a time that overlaps with all others of its round: to plan, to confirm a wish, to accept an update, to move. */
const ways: ((round: number, place: number) => Promise<Attempt>)[] = [
  async (round, place) => {
    const input = { id: randomUUID(), clientIds: [recordId], startsAt: at(round, place % 45), format: 'video' }
    return { path: 'session/plan', input }
  },
  async (round, place) => {
    const id = await putSession(houses[0], therapist, recordId, { status: 'pending', startsAt: at(round, place % 45) })
    return { path: 'session/confirm', input: act(id) }
  },
  async (round, place) => {
    const startsAt = at(round + 500, place * 60)
    const sessionId = await putSession(houses[0], therapist, recordId, { status: 'confirmed', startsAt })
    const wish = { sessionId, startsAt, proposed: at(round, place % 45) }
    return {
      path: 'changeRequest/accept',
      input: act(await putChange(houses[0], { therapist, client, recordId }, wish)),
    }
  },
  async (round, place) => {
    const startsAt = at(round + 500, place * 60)
    const id = await putSession(houses[0], therapist, recordId, { status: 'confirmed', startsAt })
    return { path: 'session/move', input: { ...act(id), startsAt: at(round, place % 45), durationMinutes: 50 } }
  },
]

test.each([1, 2, 3])(
  'of a hundred who take one time at two servers, in all ways, one has it; 99 learn what is in the way and leave no trace, round %i [1.05][4.03]',
  async (round) => {
    const attempts: Attempt[] = []
    for (let place = 0; place < 100; place++) attempts.push((await ways[place % 4]?.(round * 10, place)) as Attempt)
    const before = await traces()
    const answers = await Promise.all(
      attempts.map(async ({ path, input }, place) => {
        const answer = (await doors[place % 2]?.send(path, input)) as Response
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
    const born = winners.filter(({ path }) => path === 'session/plan').length
    const confirmed = winners.filter(({ path }) => path === 'session/confirm').length
    expect(await traces()).toEqual({
      steps: before.steps + 1,
      mails: before.mails + 1,
      news: before.news + 1,
      holding: before.holding + born + confirmed,
      pending: before.pending - confirmed,
    })
  },
  120_000,
)

test('of two clients who take the same proposed time one has it, the other learns that it is taken [1.05]', async () => {
  const pair = { therapist, client, recordId }
  const counter = at(400, 0)
  const ids = await Promise.all(
    [0, 1].map(async (place) => {
      const startsAt = at(450, place * 60)
      const sessionId = await putSession(houses[0], therapist, recordId, { status: 'confirmed', startsAt })
      return putChange(houses[0], pair, { sessionId, startsAt, proposed: at(401, 0), state: 'countered', counter })
    }),
  )
  const answers = await Promise.all(ids.map((id) => client.send('changeRequest/acceptCounter', act(id))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test.each([1, 2, 3])(
  'of many who plan while the therapist goes away, each either stands among those that the absence hits, or is refused by it, round %i [1.05][2.26]',
  async (round) => {
    const start = 600 + round * 10
    const plan = (place: number) => {
      const id = randomUUID()
      const input = { id, clientIds: [recordId], startsAt: at(start, place * 50), format: 'video' }
      return { id, answer: (doors[place % 2] as Caller).send('session/plan', input) }
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
    const stands = answers.filter(({ status }) => status === 200).map(({ id }) => id)
    expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(2)
    expect((await away).hits.map(({ id }) => id).toSorted()).toEqual(stands.toSorted())
  },
  60_000,
)

test('of twenty who plan a session and twenty who put an event into one hour, one has it [1.05][3.13]', async () => {
  const attempts = Array.from({ length: 40 }, (_, place) => {
    const [startsAt, endsAt] = [at(700, place), at(700, place + 50)]
    return place % 2
      ? { path: 'calendar/addEvent', input: { id: randomUUID(), title: 'Busy', startsAt, endsAt } }
      : { path: 'session/plan', input: { id: randomUUID(), clientIds: [recordId], startsAt, format: 'video' } }
  })
  const answers = await Promise.all(
    attempts.map(({ path, input }, place) => (doors[Math.floor(place / 2) % 2] as Caller).send(path, input)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(39)
})
