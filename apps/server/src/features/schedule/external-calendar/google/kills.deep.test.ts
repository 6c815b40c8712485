import { runs } from '@attune/contract/common/runs.testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpGoogleSyncTest } from './google.testing.ts'
import { endLease, Killed, killedApp } from '../sync/kills.testing.ts'
import { syncCalendar } from '../sync/sync.ts'
import { hour, later } from '../external-calendar.testing.ts'

type Setup = Awaited<ReturnType<typeof setUpGoogleSyncTest>>
let setup: Setup
beforeAll(async () => {
  setup = await setUpGoogleSyncTest()
})
afterAll(() => setup.close())

const starts = (all: { startsAt: string }[]) => all.map(({ startsAt }) => startsAt).toSorted()

/** Schedules sessions and a series in Attune. */
async function planHere({ at, plan, addClient }: Setup, { therapist }: Awaited<ReturnType<Setup['connect']>>) {
  const { calendar, session } = therapist.api
  const { record } = await addClient(therapist)
  const [moved, cancelled, id] = [
    await plan(therapist, record, at(2)),
    await plan(therapist, record, at(3)),
    randomUUID(),
  ]
  const repeat = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 4 } } as const
  await calendar.addEvent({ id, title: 'Team', startsAt: at(1), endsAt: at(1, 1), repeat })
  const all = () => calendar.between({ startsAt: at(0), endsAt: at(30) })
  const moveOccurrence = async (number: number) => {
    const event = (await all()).events.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))[number]
    if (!event) throw new Error('no occurrence')
    const { title, location, revision, startsAt, endsAt } = event
    const times = { startsAt: later(startsAt, hour), endsAt: later(endsAt, hour) }
    await calendar.editEvent({ id: event.id, scope: 'one', title, location, ...times, anyway: [], revision })
  }
  return {
    change: async () => {
      const { revision } = (await session.get({ id: moved })).session
      await session.move({ id: moved, command: randomUUID(), startsAt: at(5), durationMinutes: 50, revision })
      await session.cancel({ id: cancelled, command: randomUUID() })
      await plan(therapist, record, at(6))
      for (const number of [1, 2]) await moveOccurrence(number)
    },
    changeAgain: async () => {
      const { revision } = (await session.get({ id: moved })).session
      await session.move({ id: moved, command: randomUUID(), startsAt: at(10), durationMinutes: 50, revision })
      for (const number of [2, 3]) await moveOccurrence(number)
    },
    starts: async () => {
      const sessions = (await session.between({ from: at(0), to: at(30) })).items.filter(
        ({ status }) => status !== 'cancelled',
      )
      return starts([...(await all()).events, ...sessions])
    },
  }
}

test.each([
  ['before', 'nothing changes'],
  ['after', 'nothing changes'],
  ['after', 'a session and the series change'],
] as const)(
  'a process that is killed %s a request to Google or a save, and %s until the next sync: all is there once, nothing is asked, and nothing is written again',
  { timeout: 900_000 },
  async (when, next) => {
    const { app, google, connect } = setup
    for (let step = 1, reached = true; reached; step += runs(3, 3, 1)) {
      google.calendars.clear()
      google.addCalendar('thea@example.com', 'Thea')
      const linked = await connect()
      const here = await planHere(setup, linked)
      await linked.sync()
      await here.change()
      const process = killedApp(app, step, when)
      await syncCalendar(process.killed, linked.therapist.accountId, linked.id).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      reached = process.reached()
      await endLease(app, linked)
      if (next !== 'nothing changes') await here.changeAgain()
      expect(await linked.sync(), `killed at step ${step}`).toMatchObject({ state: 'ok' })
      expect(starts(google.shown()), `killed at step ${step}`).toEqual(await here.starts())
      expect(await linked.questions(), `killed at step ${step}`).toEqual([])
      const before = google.writes().length
      await linked.sync()
      expect(google.writes(), `killed at step ${step}`).toHaveLength(before)
    }
  },
)
