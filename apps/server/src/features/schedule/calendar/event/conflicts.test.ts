import { utcDay } from '@attune/contract/common/time/time.testing'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient, scheduleSessionAt } from '../../../../testing/records/sessions.ts'
import { addBusyEvent, day, hour, addMilliseconds, readCalendarDays } from '../calendar.testing.ts'

let therapist: Person
let client: string
let count = 0
const app = await startSharedApp({ worker: false })
beforeEach(async () => {
  therapist = await app.person('therapist', ++count)
  client = await connectClient(app, therapist, await app.person('client', count))
  // The clocks of this zone never change, so every week has the same length.
  await therapist.api.account.saveSettings({ zone: 'UTC' })
})

/** Returns 10:00 UTC on the day that is this many days ahead. */
const at = (days: number) => `${utcDay(Date.now() + days * day)}T10:00:00.000Z`
const span = (startsAt: string) => ({ startsAt, endsAt: addMilliseconds(startsAt, hour) })
const repeat = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 5 } } as const
const newRecurringEvent = (startsAt = at(2)) => ({
  id: randomUUID(),
  title: 'Supervision',
  location: '',
  ...span(startsAt),
  repeat,
})
const events = async () => (await readCalendarDays(therapist, Date.now(), 60)).events
const session = (startsAt: string) => scheduleSessionAt(therapist, client, new Date(startsAt))
const taken = (...starts: string[]) => ({
  code: 'SLOT_TAKEN',
  data: { conflicts: starts.map((startsAt) => ({ startsAt })) },
})

/** Returns the recurring event with this index, counted from 0, and the starts of all recurring events. */
async function nth(number: number) {
  const rows = (await events()).filter((event) => event.repeat)
  const row = rows[number]
  if (!row) throw new Error('not there')
  return { row, starts: rows.map(({ startsAt }) => startsAt) }
}
const starts = (items: { startsAt: string }[]) => items.map(({ startsAt }) => startsAt)

test('a recurring event reports conflicts of all its dates, and accepting them does not accept later ones @slow', async () => {
  const fresh = newRecurringEvent()
  const [second, fourth] = [addMilliseconds(fresh.startsAt, 7 * day), addMilliseconds(fresh.startsAt, 21 * day)]
  await session(second)
  await addBusyEvent(therapist, { title: 'Lecture', startsAt: fourth })
  const { items } = await therapist.api.calendar.conflicts({ ...span(fresh.startsAt), repeat })
  expect(items).toMatchObject([
    { kind: 'session', startsAt: second },
    { kind: 'event', name: 'Lecture', startsAt: fourth },
  ])
  expect((await therapist.api.calendar.conflicts(span(fresh.startsAt))).items).toEqual([])
  // After the therapist has seen the conflicts, a session is scheduled at the time of the fifth occurrence.
  const fifth = addMilliseconds(fresh.startsAt, 28 * day)
  const sessionId = await session(fifth)
  const before = await events()
  const refused = await therapist.api.calendar.addEvent({ ...fresh, anyway: starts(items) }).catch((error) => error)
  expect(refused).toMatchObject(taken(second, fourth, fifth))
  expect(refused.data.conflicts[2]).toMatchObject({ kind: 'session', sessionId })
  expect(await events()).toEqual(before)
  await therapist.api.calendar.addEvent({ ...fresh, anyway: starts(refused.data.conflicts) })
  expect(await events()).toHaveLength(before.length + 5)
})

test.each(['following', 'all'] as const)(
  'a change of %s reports conflicts of the new times in its scope only @slow',
  async (scope) => {
    await therapist.api.calendar.addEvent(newRecurringEvent())
    const { row, starts: old } = await nth(1)
    // If the series moves by an hour, its first, third and fourth events conflict with these sessions.
    for (const number of [0, 2, 3]) await session(addMilliseconds(old[number] ?? '', hour))
    const to = span(addMilliseconds(row.startsAt, hour))
    const wish = { ...to, but: row.id, scope }
    const wanted = (scope === 'all' ? [0, 2, 3] : [2, 3]).map((number) => addMilliseconds(old[number] ?? '', hour))
    const { items } = await therapist.api.calendar.conflicts(wish)
    expect(starts(items)).toEqual(wanted)
    expect((await therapist.api.calendar.conflicts({ ...wish, scope: 'one' })).items).toEqual([])
    const edit = { id: row.id, scope, title: row.title, location: '', ...to, revision: row.revision }
    await expect(therapist.api.calendar.editEvent(edit)).rejects.toMatchObject(taken(...wanted))
    await expect(therapist.api.calendar.editEvent({ ...edit, anyway: wanted.slice(0, -1) })).rejects.toMatchObject(
      taken(...wanted),
    )
    expect((await nth(1)).starts).toEqual(old)
    await therapist.api.calendar.editEvent({ ...edit, anyway: wanted })
    expect((await nth(1)).starts).toEqual(
      old.map((start, number) => (scope === 'following' && number === 0 ? start : addMilliseconds(start, hour))),
    )
  },
)

test('a change reports conflicts only of the dates that it adds @slow', async () => {
  await therapist.api.calendar.addEvent(newRecurringEvent())
  const { row, starts: old } = await nth(1)
  const sixth = addMilliseconds(old[4] ?? '', 7 * day)
  await session(sixth)
  await therapist.api.session.create({
    id: randomUUID(),
    clientIds: [client],
    startsAt: old[2] ?? '',
    format: 'phone',
    anyway: true,
  })
  const same = { but: row.id, scope: 'following', startsAt: row.startsAt, endsAt: row.endsAt } as const
  const conflictStarts = async (extra: object = {}) =>
    starts((await therapist.api.calendar.conflicts({ ...same, ...extra })).items)
  const longer = { ...repeat, ends: { by: 'count', count: 6 } } as const
  expect(await conflictStarts({ repeat: longer })).toEqual([sixth])
  expect([await conflictStarts(), await conflictStarts({ repeat: null })]).toEqual([[], []])
  const edit = { id: row.id, scope: 'following', title: 'Team', location: '', ...span(row.startsAt) } as const
  await expect(
    therapist.api.calendar.editEvent({ ...edit, repeat: longer, revision: row.revision }),
  ).rejects.toMatchObject(taken(sixth))
  await therapist.api.calendar.editEvent({ ...edit, revision: row.revision })
  expect((await nth(1)).row.title).toBe('Team')
})

test('a single event that starts to repeat reports conflicts of the added dates', async () => {
  const id = await addBusyEvent(therapist, { startsAt: at(2) })
  const third = addMilliseconds(at(2), 14 * day)
  await session(third)
  const { items } = await therapist.api.calendar.conflicts({ ...span(at(2)), but: id, repeat })
  expect(starts(items)).toEqual([third])
  const edit = { id, title: 'Supervision', location: '', ...span(at(2)), repeat, revision: 0 }
  await expect(therapist.api.calendar.editEvent(edit)).rejects.toMatchObject(taken(third))
  await therapist.api.calendar.editEvent({ ...edit, anyway: [third] })
  expect(await events()).toHaveLength(5)
})
