import { utcDay } from '@attune/contract/common/time/time.testing'
import type { EventScope } from '@attune/contract/features/schedule/calendar/calendar'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient, scheduleSessionAt } from '../../../../testing/records/sessions.ts'
import { day, hour, addMilliseconds, readCalendarDays } from '../calendar.testing.ts'
import { materializeSeries } from '../../recurrence/recurrence.ts'
import { eventOccurrences } from './store.ts'

const app = await startSharedApp({ worker: false })

let count = 0
const now = () => app.clock.now().getTime()
/** Returns 10:00 UTC on the day that is this many days ahead. */
const at = (days: number) => `${utcDay(now() + days * day)}T10:00:00.000Z`
const rest = { title: 'Supervision', location: 'Clinic' }

/** Adds a series of ten occurrences, changes the fifth individually and removes the seventh. */
async function addEditedSeries(startsAt = at(2)) {
  const therapist = await app.person('therapist', ++count)
  const { calendar } = therapist.api
  const repeat = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 10 } } as const
  const first = { id: randomUUID(), ...rest, startsAt, endsAt: addMilliseconds(startsAt, hour), repeat }
  const { seriesId } = await calendar.addEvent(first)
  const rows = await eventsOf(therapist)
  const alone = addMilliseconds(rows[4]?.startsAt ?? '', day)
  const own = {
    id: rows[4]?.id ?? '',
    title: 'Own',
    location: '',
    startsAt: alone,
    endsAt: addMilliseconds(alone, hour),
  }
  await calendar.editEvent({ ...own, revision: 0 })
  await calendar.removeEvent({ id: rows[6]?.id ?? '' })
  return { therapist, seriesId: seriesId ?? '', rows: await eventsOf(therapist) }
}
const eventsOf = async (therapist: Person) => (await readCalendarDays(therapist, now() - 60 * day, 480)).events

/** Returns the therapist's rows of events, series and exceptions, without revisions and timestamps. */
async function state(therapist: Person) {
  const read = (query: string) =>
    queryAsRole<Record<string, unknown>>(
      'backup',
      app.databaseUrl,
      `${query.replace('of me', `where therapist_id = '${therapist.accountId}'`)}`,
    )
  return {
    events: await read(
      'select id, title, location, starts_at, ends_at, series_id, series_day, detached from app.event of me order by id',
    ),
    series: await read(
      'select id, repeat, zone, first_day, time, duration_minutes, template, laid_out_until, last_day from app.series of me order by id',
    ),
    gaps: await read('select series_id, day from app.series_gap of me order by day'),
  }
}

type Event = Awaited<ReturnType<typeof eventsOf>>[number]
/** Moves the occurrences in the scope by a day and two hours. */
const move = (therapist: Person, row: Event | undefined, scope: EventScope, command: string, extra: object = {}) => {
  const startsAt = addMilliseconds(row?.startsAt ?? '', 26 * hour)
  const { id = '', revision = 0 } = row ?? {}
  const edit = {
    id,
    scope,
    title: 'Intervision',
    location: '',
    startsAt,
    endsAt: addMilliseconds(startsAt, 2 * hour),
    revision,
  }
  return therapist.api.calendar.editEvent({ ...edit, command, ...extra })
}

const changes: [string, (therapist: Person, rows: Event[], command: string) => Promise<unknown>][] = [
  ['moving one', (therapist, rows, command) => move(therapist, rows[2], 'one', command)],
  ['moving this and following', (therapist, rows, command) => move(therapist, rows[2], 'following', command)],
  ['moving all', (therapist, rows, command) => move(therapist, rows[2], 'all', command)],
  [
    'changing the rule of this and following',
    (therapist, rows, command) =>
      move(therapist, rows[2], 'following', command, {
        repeat: { every: 'weeks', weeks: 2, ends: { by: 'count', count: 3 } },
      }),
  ],
  [
    'adding dates to all',
    (therapist, rows, command) =>
      move(therapist, rows[0], 'all', command, { repeat: { every: 'weeks', weeks: 1, ends: { by: 'never' } } }),
  ],
  [
    'ending the repetition',
    (therapist, rows, command) => move(therapist, rows[2], 'following', command, { repeat: null }),
  ],
  ...(['one', 'following', 'all'] as const).map((scope): (typeof changes)[number] => [
    `removing with scope ${scope}`,
    (therapist, rows, command) => therapist.api.calendar.removeEvent({ id: rows[2]?.id ?? '', scope, command }),
  ]),
]

test.each(changes)('undo after %s restores ids, times, titles, exceptions and the one series @slow', async (_, act) => {
  const { therapist, seriesId, rows } = await addEditedSeries()
  const [before, command] = [await state(therapist), randomUUID()]
  await act(therapist, rows, command)
  expect(await state(therapist)).not.toEqual(before)
  const undo = { seriesId, undoes: command }
  await therapist.api.calendar.undoEventChange(undo)
  expect(await state(therapist)).toEqual(before)
  expect(new Set((await eventsOf(therapist)).map((event) => event.seriesId))).toEqual(new Set([seriesId]))
  await therapist.api.calendar.undoEventChange(undo)
  expect(await state(therapist)).toEqual(before)
  // After the undo, the same change can be made and undone a second time.
  const again = randomUUID()
  await act(therapist, await eventsOf(therapist), again)
  await therapist.api.calendar.undoEventChange({ seriesId, undoes: again })
  expect(await state(therapist)).toEqual(before)
})

test('undo restores a past occurrence together with the upcoming ones', async () => {
  const { therapist, seriesId, rows } = await addEditedSeries(at(-9))
  const [before, command] = [await state(therapist), randomUUID()]
  await move(therapist, rows[1], 'following', command)
  expect(await state(therapist)).not.toEqual(before)
  await therapist.api.calendar.undoEventChange({ seriesId, undoes: command })
  expect(await state(therapist)).toEqual(before)
})

test('undo is refused after a later change, if a session took the time, if it is too late, and for another therapist @slow', async () => {
  const { therapist, seriesId, rows } = await addEditedSeries()
  const client = await app.person('client')
  const clientId = await connectClient(app, therapist, client)
  const refused = async (undoes: string, refusal: object) => {
    const before = await state(therapist)
    await expect(therapist.api.calendar.undoEventChange({ seriesId, undoes })).rejects.toMatchObject(refusal)
    expect(await state(therapist)).toEqual(before)
  }
  const first = randomUUID()
  await move(therapist, rows[2], 'following', first)
  const other = await app.person('therapist', ++count)
  await expect(other.api.calendar.undoEventChange({ seriesId, undoes: first })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await refused(randomUUID(), { code: 'CHANGED' })
  // Schedules a session at the previous time of a moved occurrence.
  const sessionId = await scheduleSessionAt(therapist, clientId, new Date(rows[3]?.startsAt ?? ''))
  await refused(first, { code: 'SLOT_TAKEN', data: { conflicts: [{ kind: 'session', sessionId }] } })
  await therapist.api.session.cancel({ id: sessionId, command: randomUUID(), reason: '' })
  // An occurrence of the split-off series is changed individually.
  const moved = (await eventsOf(therapist)).find(({ id }) => id === rows[3]?.id)
  await move(therapist, moved, 'one', randomUUID())
  await refused(first, { code: 'CHANGED' })

  const [second, third] = [randomUUID(), randomUUID()]
  await therapist.api.calendar.removeEvent({ id: rows[1]?.id ?? '', command: second })
  await therapist.api.calendar.removeEvent({ id: rows[0]?.id ?? '' })
  await refused(second, { code: 'CHANGED' })

  const late = (await eventsOf(therapist)).find(({ id }) => id === rows[5]?.id)
  await therapist.api.calendar.removeEvent({ id: late?.id ?? '', scope: 'following', command: third })
  app.clock.advance(60_000)
  await expect(
    therapist.api.calendar.undoEventChange({ seriesId: late?.seriesId ?? '', undoes: third }),
  ).rejects.toMatchObject({ code: 'CHANGED' })
})

test('undo restores an event over a session that it overlapped before, and is refused after an extension @slow', async () => {
  const { therapist, seriesId, rows } = await addEditedSeries()
  const clientId = await connectClient(app, therapist, await app.person('client', 2))
  await therapist.api.session.create({
    id: randomUUID(),
    clientIds: [clientId],
    startsAt: rows[3]?.startsAt ?? '',
    format: 'phone',
    anyway: true,
  })
  const [before, command] = [await state(therapist), randomUUID()]
  await therapist.api.calendar.removeEvent({ id: rows[2]?.id ?? '', scope: 'following', command })
  await therapist.api.calendar.undoEventChange({ seriesId, undoes: command })
  expect(await state(therapist)).toEqual(before)

  const endless = randomUUID()
  const repeat = { every: 'weeks', weeks: 1, ends: { by: 'never' } } as const
  await move(therapist, (await eventsOf(therapist))[0], 'all', endless, { repeat })
  await app.db.asActor({ role: 'worker', id: therapist.accountId }, (tx) =>
    materializeSeries(tx, seriesId, { event: eventOccurrences }, new Date(now() + 30 * day)),
  )
  await expect(therapist.api.calendar.undoEventChange({ seriesId, undoes: endless })).rejects.toMatchObject({
    code: 'CHANGED',
  })
})
