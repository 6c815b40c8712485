// @vitest-environment node
import type { Event, ImportedEvent } from '@attune/contract/features/calendar'
import { sessionStatuses, type SessionStatus } from '@attune/contract/features/session.states'
import { expect, test } from 'vitest'
import { person, sessionOf } from '../session/session.testing.ts'
import { initialsIn, itemAt, itemsOf, nameOf, type NameWords, shownSessions } from './items.ts'

const words: NameWords = {
  group: (count) => `Group, ${count}`,
  busy: 'Busy',
  away: 'Away',
  list: (names) => names.join(' and '),
}
const now = new Date('2099-01-01T00:00:00Z')
const at = (day: number, hour = 10) => `2099-11-${day}T${hour}:00:00.000Z`
const session = (status: SessionStatus, startsAt = at(26), part: Parameters<typeof sessionOf>[1] = {}) =>
  sessionOf('therapist', { id: `${status} ${startsAt}`, status, startsAt, ...part })
const seen = (initials: boolean, viewer: 'therapist' | 'client' = 'therapist') => ({ viewer, initials, words, now })
const event = (part: Partial<Event> = {}): Event => ({
  id: 'block',
  title: 'Dentist',
  startsAt: at(26, 12),
  endsAt: at(26, 13),
  location: 'Somewhere',
  repeat: null,
  seriesId: null,
  revision: 1,
  ...part,
})
const imported = (part: Partial<ImportedEvent> = {}): ImportedEvent => ({
  calendarId: 'ward',
  calendarName: 'Ward',
  title: 'Round',
  startsAt: at(26, 14),
  endsAt: at(26, 15),
  ...part,
})
const absence = { id: 'away', title: 'Surgery', startsAt: at(27), endsAt: at(28), wholeDays: true }

test('declined requests are hidden; cancelled sessions are shown only where no other session takes their time [1.10]', () => {
  const [denied, cancelled] = [session('denied'), session('cancelled')]
  expect(shownSessions([denied, cancelled])).toEqual([cancelled])
  for (const status of ['scheduled', 'confirmed', 'rescheduled'] as const) {
    const held = session(status, '2099-11-26T10:30:00.000Z')
    expect(shownSessions([cancelled, held]), status).toEqual([held])
    const after = session(status, '2099-11-26T10:50:00.000Z')
    expect(shownSessions([cancelled, after]), status).toEqual([cancelled, after])
  }
  const wish = session('pending')
  expect(shownSessions([cancelled, wish])).toEqual([cancelled, wish])
})

test('each status has one appearance, and a booked session with an open change request appears as requested change [1.10]', () => {
  const looks = Object.fromEntries(
    sessionStatuses.map((status) => [status, itemsOf({ sessions: [session(status)] }, seen(true))[0]?.look]),
  )
  expect(looks).toEqual({
    pending: 'requested',
    scheduled: 'awaiting',
    confirmed: 'agreed',
    rescheduled: 'awaiting',
    completed: 'past',
    'no-show': 'past',
    cancelled: 'past',
    denied: undefined,
  })
  const asked = itemsOf({ sessions: [session('confirmed', at(26), { change: 'open' })] }, seen(true))[0]
  expect(asked).toMatchObject({ look: 'asked', standing: 'asked' })
  const off = itemsOf({ sessions: [session('cancelled', at(26), { change: 'open' })] }, seen(true))[0]
  expect(off).toMatchObject({ look: 'past', standing: 'cancelled' })
  const group = itemsOf({ sessions: [session('confirmed', at(26), { therapyType: 'couples' })] }, seen(true))[0]
  expect(group?.look).toBe('several')
  const over = itemsOf({ sessions: [session('confirmed', '2098-11-26T10:00:00.000Z')] }, seen(true))[0]
  expect(over).toMatchObject({ look: 'past', standing: 'confirmed' })
})

test('short names in conflicts are reduced to initials like those in the calendar [1.11]', () => {
  expect(initialsIn('Leo B.')).toBe('LB')
  expect(initialsIn('Ana M., Leo B.')).toBe('AM, LB')
  expect(initialsIn('')).toBe('')
})

test('session labels: initials, first name with initial, several people, group size, and the therapist for a client [1.11]', () => {
  const ana = person()
  const leo = person({ firstName: ' leo', lastName: 'brandt' })
  const mono = person({ firstName: 'Madonna', lastName: '' })
  const of = (participants: ReturnType<typeof person>[], therapyType: 'individual' | 'couples' | 'group' = 'couples') =>
    session('confirmed', at(26), { participants, therapyType })
  expect(nameOf(of([ana]), 'therapist', true, words)).toBe('AM')
  expect(nameOf(of([ana, leo]), 'therapist', true, words)).toBe('AM + LB')
  expect(nameOf(of([ana]), 'therapist', false, words)).toBe('Ana M.')
  expect(nameOf(of([mono]), 'therapist', false, words)).toBe('Madonna')
  expect(nameOf(of([mono]), 'therapist', true, words)).toBe('M')
  expect(nameOf(of([ana, { ...leo, firstName: 'Leo' }]), 'therapist', false, words)).toBe('Ana and Leo')
  for (const initials of [true, false])
    expect(nameOf(of([ana, leo, mono], 'group'), 'therapist', initials, words)).toBe('Group, 3')
  expect(nameOf(of([ana]), 'client', true, words)).toBe('Nora Lindqvist')
})

test('privacy mode shows no title, name or location, including busy times, imported events and absences [1.11]', () => {
  const content = {
    sessions: [session('confirmed')],
    events: [event()],
    imported: [imported()],
    absences: [absence],
  }
  expect(itemsOf(content, seen(true)).map(({ name }) => name)).toEqual(['AM', 'Busy', 'Busy', 'Away'])
  expect(itemsOf(content, seen(false)).map(({ name }) => name)).toEqual(['Ana M.', 'Dentist', 'Round', 'Surgery'])
  const untitled = itemsOf(
    { sessions: [], imported: [imported({ title: '' })], absences: [{ ...absence, title: '' }] },
    seen(false),
  )
  expect(untitled.map(({ name }) => name)).toEqual(['Busy', 'Away'])
})

test('items are ordered by start, then end; each appears once, and equal times of two calendars appear twice [1.10]', () => {
  const content = {
    sessions: [session('confirmed', at(26, 12)), session('scheduled', at(25))],
    events: [event({ endsAt: at(26, 16) }), event({ id: 'short' })],
    imported: [
      imported({ startsAt: at(26, 12), endsAt: at(26, 13) }),
      imported({ startsAt: at(26, 12), endsAt: at(26, 13) }),
    ],
    absences: [absence],
  }
  const items = itemsOf(content, seen(true))
  expect(items).toHaveLength(7)
  expect(new Set(items.map(({ id }) => id)).size).toBe(7)
  const order = items.map(({ startUtc, endUtc }) => `${startUtc} ${endUtc}`)
  expect(order).toEqual(order.toSorted())
  expect(itemsOf({ ...content, events: content.events.toReversed() }, seen(true)).map(({ id }) => id)).toEqual(
    items.map(({ id }) => id),
  )
})

test('only a therapist can move items, and only booked sessions and own busy times [1.10]', () => {
  const content = { events: [event({ seriesId: 'a' })], imported: [imported()], absences: [absence] }
  const movable = (viewer: 'therapist' | 'client', status: SessionStatus) =>
    itemsOf({ ...content, sessions: [session(status)] }, seen(true, viewer)).map(({ kind, movable: may }) => [
      kind,
      may,
    ])
  expect(Object.fromEntries(movable('therapist', 'confirmed'))).toEqual({
    session: true,
    event: true,
    imported: false,
    absence: false,
  })
  expect(Object.fromEntries(movable('therapist', 'completed')).session).toBe(false)
  expect(Object.fromEntries(movable('client', 'confirmed')).session).toBe(false)
})

test('a session of a series is marked; a moved item changes only its times [1.10]', () => {
  const [item] = itemsOf({ sessions: [session('confirmed', at(26), { seriesId: 'a' })] }, seen(true))
  if (!item) throw new Error('nothing stands')
  expect(item.repeats).toBe(true)
  const moved = itemAt(item, at(27), at(27, 11))
  expect(moved).toEqual({ ...item, startUtc: at(27), endUtc: at(27, 11) })
  expect(item.startUtc).toBe(at(26))
})
