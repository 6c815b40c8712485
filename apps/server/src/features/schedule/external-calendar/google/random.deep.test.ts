import { runs } from '@attune/contract/common/runs.testing'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { GoogleFaults } from '../../../../testing/calendar/google-calendar.store.ts'
import { setUpGoogleSyncTest } from './google.testing.ts'
import { randomChanges, seededRandom } from '../sync/random.testing.ts'
import { hour, later } from '../external-calendar.testing.ts'

type Setup = Awaited<ReturnType<typeof setUpGoogleSyncTest>>
let setup: Setup
beforeAll(async () => {
  setup = await setUpGoogleSyncTest()
})
afterAll(() => setup.close())
afterEach(() => {
  setup.google.fails({})
  setup.google.calendarAt().events.clear()
})

test(
  'random changes here and at Google with interruptions leave both equal, without a duplicate, a loss or a moved session [1.11]',
  { timeout: 600_000 },
  async () => {
    const { google, connect, addClient, at, files } = setup
    const next = seededRandom(20_261_123)
    const linked = await connect()
    const { record } = await addClient(linked.therapist)
    const during = async (faults: GoogleFaults) => {
      google.fails(faults)
      await linked.sync()
      google.fails({})
    }
    const interruptions = [
      () => during({ status: 503 }),
      () => during({ losesAnswers: true }),
      () => during({ limits: { requests: 2, reason: 'rateLimitExceeded' } }),
      () => during({ limits: { requests: 50, reason: 'quotaExceeded' } }),
      () => during({ breaksAfterWrites: 1 }),
      () => during({ pageSize: 3 }),
      () => {
        google.expire()
        return linked.sync()
      },
      () => {
        google.forgetPositions()
        return linked.sync()
      },
    ]
    const changes = randomChanges(
      {
        api: () => linked.therapist.api,
        record,
        from: at(1),
        there: files,
        sync: linked.sync,
        interrupt: async () => interruptions[Math.floor(next() * interruptions.length)]?.(),
        collide: (change) => during({ beforeWrite: change }),
      },
      next,
    )
    for (let number = 0; number < runs(150, 150, 500); number++) await changes.step()
    await changes.settle()
    const findings = await changes.compare(await linked.sync())
    expect(Object.entries(findings).filter(([, count]) => count > 0)).toEqual([])
    expect(changes.count()).toBeGreaterThan(20)
    const before = google.writes().length
    await linked.sync()
    expect(google.writes()).toHaveLength(before)
  },
)

test(
  '200 random changes of a series here and at Google with interruptions leave every occurrence where it is here [1.11]',
  { timeout: 600_000 },
  async () => {
    const { google, connect, at } = setup
    const linked = await connect()
    const { api } = linked.therapist
    const next = seededRandom(20_261_124)
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)]
    const id = randomUUID()
    const repeat = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 12 } } as const
    await api.calendar.addEvent({ id, title: 'Team', startsAt: at(1), endsAt: at(1, 1), repeat })
    const here = async () => {
      const spans = [0, 30, 60].map((from) => ({ startsAt: at(from), endsAt: at(from + 30) }))
      return (await Promise.all(spans.map((span) => api.calendar.between(span)))).flatMap(({ events }) => events)
    }
    const steps: Record<string, () => unknown> = {
      move: async () => {
        const event = pick(await here())
        if (!event) return
        const hours = 1 + Math.floor(next() * 5)
        const startsAt = later(event.startsAt, hours * hour)
        const endsAt = later(event.endsAt, hours * hour)
        const { revision, title, location } = event
        await api.calendar
          .editEvent({ id: event.id, scope: 'one', title, location, startsAt, endsAt, anyway: [], revision })
          .catch(() => {})
      },
      remove: async () => {
        const events = await here()
        const event = pick(events)
        if (event && events.length > 5) await api.calendar.removeEvent({ id: event.id, scope: 'one' })
      },
      moveThere: () => {
        const shown = pick(google.shown())
        if (!shown) return
        const { startsAt, endsAt } = shown
        google.write(shown.id, {
          start: { dateTime: later(startsAt, hour / 4) },
          end: { dateTime: later(endsAt, hour / 4) },
        })
      },
      deleteThere: () => {
        const shown = pick(google.shown())
        if (shown) google.delete(shown.id)
      },
      interrupt: async () => {
        google.fails({ breaksAfterWrites: Math.floor(next() * 4) })
        await linked.sync()
        google.fails({})
      },
      forget: () => google.forgetPositions(),
      answer: async () => {
        const question = pick(await linked.questions())
        if (question) await api.externalCalendar.answer({ id: question.id, answer: 'put-back' })
      },
      sync: () => linked.sync(),
    }
    const names = Object.keys(steps)
    for (let number = 0; number < 200; number++) await steps[pick(names) ?? 'sync']?.()
    const ofOccurrences = google.requests.filter(({ method, path }) => method === 'PATCH' && path.endsWith('Z'))
    expect(ofOccurrences.length).toBeGreaterThan(20)
    for (let round = 0; round < 10; round++) {
      await linked.sync()
      for (const question of await linked.questions())
        await api.externalCalendar.answer({ id: question.id, answer: 'put-back' })
    }
    const times = (all: { startsAt: string; endsAt: string }[]) =>
      all.map(({ startsAt, endsAt }) => `${startsAt} ${endsAt}`).toSorted()
    expect(times(google.shown())).toEqual(times(await here()))
    expect(await linked.questions()).toEqual([])
    const before = google.writes().length
    await linked.sync()
    expect(google.writes()).toHaveLength(before)
  },
)
