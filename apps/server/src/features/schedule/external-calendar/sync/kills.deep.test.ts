import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endLease, Killed, killedApp } from './kills.testing.ts'
import { hour, icsTime, minute, setUpSyncTest } from '../external-calendar.testing.ts'
import { syncCalendar } from './sync.ts'

type Setup = Awaited<ReturnType<typeof setUpSyncTest>>
let setup: Setup
beforeAll(async () => {
  setup = await setUpSyncTest()
})
afterAll(() => setup.close())
beforeEach(() => {
  setup.caldav.fails({})
  setup.caldav.calendars.clear()
  setup.caldav.addCalendar('/thea/private/', 'Private')
})
const pathOf = (id: string) => `/thea/private/${id}.ics`
type Linked = Awaited<ReturnType<Setup['connect']>>

/** Changes sessions and busy times in Attune. Returns the times at which they must be afterwards. */
async function changeHere({ at, plan }: Setup, { therapist }: Linked, record: string) {
  const expected = new Map<string, string>()
  const { session, calendar } = therapist.api
  let slot = 0
  const planned: string[] = []
  const time = () => at(1 + Math.floor(slot / 8), slot++ % 8)
  const move = async (id: string) => {
    const [startsAt, { session: known }] = [time(), await session.get({ id })]
    await session.move({ id, command: randomUUID(), startsAt, durationMinutes: 50, revision: known.revision })
    expected.set(id, startsAt)
  }
  return {
    expected,
    move,
    add: async () => {
      const startsAt = time()
      const id = await plan(therapist, record, startsAt)
      planned.push(id)
      expected.set(id, startsAt)
    },
    block: async () => {
      const [id, startsAt] = [randomUUID(), time()]
      await calendar.addEvent({
        id,
        title: 'Team',
        startsAt,
        endsAt: new Date(Date.parse(startsAt) + hour).toISOString(),
      })
      expected.set(id, startsAt)
    },
    cancel: async (id: string) => {
      await session.cancel({ id, command: randomUUID() })
      expected.delete(id)
    },
    planned,
  }
}

test.each([
  ['before', 'nothing changes'],
  ['after', 'nothing changes'],
  ['after', 'sessions are moved and cancelled'],
] as const)(
  'a process that is killed %s any request or save, and %s until the next sync: each event is there once, and nothing is asked',
  { timeout: 900_000 },
  async (when, next) => {
    const { app, caldav, connect, addClient } = setup
    for (let step = 1, reached = true; reached; step++) {
      caldav.calendars.clear()
      caldav.addCalendar('/thea/private/', 'Private')
      const linked = await connect()
      const { record } = await addClient(linked.therapist)
      const here = await changeHere(setup, linked, record)
      for (let number = 0; number < 3; number++) await here.add()
      await linked.sync()
      const [first = '', second = '', third = ''] = here.planned
      await here.move(first)
      await here.cancel(second)
      await here.add()
      await here.block()
      const process = killedApp(app, step, when)
      await syncCalendar(process.killed, linked.therapist.accountId, linked.id).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      reached = process.reached()
      await endLease(app, linked)
      if (next !== 'nothing changes') {
        const [, , , fourth = ''] = here.planned
        await here.move(first)
        await here.cancel(fourth)
        await here.move(third)
      }
      expect(await linked.sync(), `killed at step ${step}`).toMatchObject({ state: 'ok' })
      const there = [...caldav.calendarAt().items].map(
        ([path, { data }]) => `${path} ${/DTSTART:(\S+)/.exec(data)?.[1]}`,
      )
      const wanted = [...here.expected].map(([id, startsAt]) => `${pathOf(id)} ${icsTime(startsAt)}`)
      expect(there.toSorted(), `killed at step ${step}`).toEqual(wanted.toSorted())
      expect(await linked.questions(), `killed at step ${step}`).toEqual([])
      expect(app.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
    }
  },
)

test('a process that stops until another one has taken its calendar over saves nothing, and duplicates nothing', async () => {
  const { app, caldav, connect, addClient, at, plan } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  const [first, second] = [await plan(linked.therapist, record, at(1)), await plan(linked.therapist, record, at(2))]
  const other = async () => {
    await endLease(app, linked)
    const { session } = await linked.therapist.api.session.get({ id: second })
    const moved = {
      id: second,
      command: randomUUID(),
      startsAt: at(3),
      durationMinutes: 50,
      revision: session.revision,
    }
    await linked.therapist.api.session.move(moved)
    await linked.sync()
  }
  caldav.fails({ beforeWrite: other })
  await syncCalendar(app, linked.therapist.accountId, linked.id)
  expect(await linked.sync()).toMatchObject({ state: 'ok', written: 2 })
  const starts = [...caldav.calendarAt().items].map(([path, { data }]) => [path, /DTSTART:(\S+)/.exec(data)?.[1]])
  expect(new Map(starts as [string, string][])).toEqual(
    new Map([
      [pathOf(first), icsTime(at(1))],
      [pathOf(second), icsTime(at(3))],
    ]),
  )
  expect(await linked.questions()).toEqual([])
})

test('two nodes whose clocks are ten minutes apart write each event once and ask nothing', async () => {
  const { app, caldav, connect, addClient, at, plan } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  const node = (minutes: number) => ({
    ...app,
    clock: { ...app.clock, now: () => new Date(app.clock.now().getTime() + minutes * minute) },
  })
  const session = await plan(linked.therapist, record, at(1))
  caldav.requests.length = 0
  for (const minutes of [10, -10, 0, 10]) await syncCalendar(node(minutes), linked.therapist.accountId, linked.id)
  expect(caldav.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(1)
  await Promise.all([10, 0, -10].map((minutes) => syncCalendar(node(minutes), linked.therapist.accountId, linked.id)))
  expect([[...caldav.calendarAt().items.keys()], await linked.questions()]).toEqual([[pathOf(session)], []])
  caldav.delete(pathOf(session))
  for (const minutes of [-10, 10]) await syncCalendar(node(minutes), linked.therapist.accountId, linked.id)
  expect(await linked.questions()).toMatchObject([{ change: 'deleted' }])
})
