// @vitest-environment node
import type { CalendarEvent, ImportedEvent } from '@attune/contract/features/schedule/calendar/calendar'
import { sessionStatuses } from '@attune/contract/features/schedule/session/session.states'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { expect, test } from 'vitest'
import { sampleParticipant, sampleSession } from '../../session/session.testing.ts'
import {
  initialsOfNames,
  itemAtTime,
  calendarItems,
  calendarSessionName,
  type CalendarItemTexts,
  visibleSessions,
} from './items.ts'
import { uiText } from '../../../../testing/ui-text.ts'

const texts: CalendarItemTexts = {
  group: (count) => `Group, ${count}`,
  busy: 'Busy',
  away: uiText('calendar:away'),
  list: (names) => names.join(' and '),
}
const now = new Date('2099-01-01T00:00:00Z')
const at = (day: number, hour = 10) => `2099-11-${day}T${hour}:00:00.000Z`
const session = (status: SessionStatus, startsAt = at(26), part: Parameters<typeof sampleSession>[1] = {}) =>
  sampleSession('therapist', { id: `${status} ${startsAt}`, status, startsAt, ...part })
const seen = (initials: boolean, viewer: 'therapist' | 'client' = 'therapist') => ({ viewer, initials, texts, now })
const event = (part: Partial<CalendarEvent> = {}): CalendarEvent => ({
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
  isOutdated: false,
  title: 'Round',
  startsAt: at(26, 14),
  endsAt: at(26, 15),
  ...part,
})
const absence = { id: 'away', title: 'Surgery', startsAt: at(27), endsAt: at(28), wholeDays: true }

test('requests and sessions that do not take place are hidden where another session takes their time', () => {
  const [denied, cancelled] = [session('denied'), session('cancelled')]
  expect(visibleSessions([denied, cancelled])).toEqual([cancelled])
  for (const status of ['scheduled', 'confirmed', 'rescheduled'] as const) {
    const held = session(status, '2099-11-26T10:30:00.000Z')
    expect(visibleSessions([cancelled, held]), status).toEqual([held])
    const after = session(status, '2099-11-26T10:50:00.000Z')
    expect(visibleSessions([cancelled, after]), status).toEqual([cancelled, after])
  }
  const wish = session('pending')
  expect(visibleSessions([cancelled, wish])).toEqual([cancelled, wish])
})

test('each status has one appearance, and a booked session with an open change request appears as requested change', () => {
  const looks = Object.fromEntries(
    sessionStatuses.map((status) => [
      status,
      calendarItems({ sessions: [session(status)] }, seen(true))[0]?.appearance,
    ]),
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
  const asked = calendarItems({ sessions: [session('confirmed', at(26), { change: 'open' })] }, seen(true))[0]
  expect(asked).toMatchObject({ appearance: 'asked', status: 'change-requested' })
  const off = calendarItems({ sessions: [session('cancelled', at(26), { change: 'open' })] }, seen(true))[0]
  expect(off).toMatchObject({ appearance: 'past', status: 'cancelled' })
  const group = calendarItems({ sessions: [session('confirmed', at(26), { therapyType: 'couples' })] }, seen(true))[0]
  expect(group?.appearance).toBe('several')
  const over = calendarItems({ sessions: [session('confirmed', '2098-11-26T10:00:00.000Z')] }, seen(true))[0]
  expect(over).toMatchObject({ appearance: 'past', status: 'confirmed' })
})

test('the color of a session type is shown only if the calendar shows two types', () => {
  const typed = (id: string, startsAt: string) =>
    session('confirmed', startsAt, { type: { id, name: `Type ${id}`, color: 'clay' } })
  const colors = (...sessions: ReturnType<typeof session>[]) =>
    calendarItems({ sessions }, seen(true)).map((item) => item.kind === 'session' && item.hasTypeColor)
  expect(colors(typed('a', at(26)), typed('a', at(27)), session('confirmed', at(28)))).toEqual([false, false, false])
  expect(colors(typed('a', at(26)), typed('b', at(27)))).toEqual([true, true])
})

test('only items that await the viewer’s own answer are amber: a request, a proposed time, a scheduled session', () => {
  const amber = (viewer: 'therapist' | 'client', status: SessionStatus, change: 'open' | 'countered' | null = null) => {
    const shown = sampleSession(viewer, { status, change, startsAt: at(26) })
    const [item] = calendarItems({ sessions: [shown] }, seen(false, viewer))
    return item?.appearance === 'asked' || item?.appearance === 'requested'
  }
  expect(amber('therapist', 'pending')).toBe(true)
  expect(amber('client', 'pending')).toBe(false)
  expect(amber('therapist', 'scheduled')).toBe(false)
  expect(amber('client', 'scheduled')).toBe(true)
  expect(amber('therapist', 'confirmed', 'open')).toBe(true)
  expect(amber('client', 'confirmed', 'open')).toBe(false)
  expect(amber('therapist', 'confirmed', 'countered')).toBe(false)
  expect(amber('client', 'confirmed', 'countered')).toBe(true)
})

test('short names in conflicts are reduced to initials like those in the calendar', () => {
  expect(initialsOfNames('Leo B.')).toBe('LB')
  expect(initialsOfNames('Ana M., Leo B.')).toBe('AM, LB')
  expect(initialsOfNames('')).toBe('')
})

test('the label of a session depends on the privacy mode, the participants and the viewer', () => {
  const ana = sampleParticipant()
  const leo = sampleParticipant({ firstName: ' leo', lastName: 'brandt' })
  const mono = sampleParticipant({ firstName: 'Madonna', lastName: '' })
  const of = (
    participants: ReturnType<typeof sampleParticipant>[],
    therapyType: 'individual' | 'couples' | 'group' = 'couples',
  ) => session('confirmed', at(26), { participants, therapyType })
  expect(calendarSessionName(of([ana]), 'therapist', true, texts)).toBe('AM')
  expect(calendarSessionName(of([ana, leo]), 'therapist', true, texts)).toBe('AM + LB')
  expect(calendarSessionName(of([ana]), 'therapist', false, texts)).toBe('Ana M.')
  expect(calendarSessionName(of([mono]), 'therapist', false, texts)).toBe('Madonna')
  expect(calendarSessionName(of([mono]), 'therapist', true, texts)).toBe('M')
  expect(calendarSessionName(of([ana, { ...leo, firstName: 'Leo' }]), 'therapist', false, texts)).toBe('Ana and Leo')
  for (const initials of [true, false])
    expect(calendarSessionName(of([ana, leo, mono], 'group'), 'therapist', initials, texts)).toBe('Group, 3')
  expect(calendarSessionName(of([ana]), 'client', true, texts)).toBe('Nora Lindqvist')
})

test('privacy mode shows no title, name or location, including busy times, imported events and absences', () => {
  const content = {
    sessions: [session('confirmed')],
    events: [event()],
    imported: [imported()],
    absences: [absence],
  }
  expect(calendarItems(content, seen(true)).map(({ name }) => name)).toEqual([
    'AM',
    'Busy',
    'Busy',
    uiText('calendar:away'),
  ])
  expect(calendarItems(content, seen(false)).map(({ name }) => name)).toEqual(['Ana M.', 'Dentist', 'Round', 'Surgery'])
  const untitled = calendarItems(
    {
      sessions: [],
      events: [event({ title: '' })],
      imported: [imported({ title: '' })],
      absences: [{ ...absence, title: '' }],
    },
    seen(false),
  )
  expect(untitled.map(({ name }) => name)).toEqual(['Busy', 'Busy', uiText('calendar:away')])
})

test('items are ordered by start, then by end, and none is lost between calendars', () => {
  const content = {
    sessions: [session('confirmed', at(26, 12)), session('scheduled', at(25))],
    events: [event({ endsAt: at(26, 16) }), event({ id: 'short' })],
    imported: [
      imported({ startsAt: at(26, 12), endsAt: at(26, 13) }),
      imported({ startsAt: at(26, 12), endsAt: at(26, 13) }),
    ],
    absences: [absence],
  }
  const items = calendarItems(content, seen(true))
  expect(items).toHaveLength(7)
  expect(new Set(items.map(({ id }) => id)).size).toBe(7)
  const order = items.map(({ startUtc, endUtc }) => `${startUtc} ${endUtc}`)
  expect(order).toEqual(order.toSorted())
  expect(calendarItems({ ...content, events: content.events.toReversed() }, seen(true)).map(({ id }) => id)).toEqual(
    items.map(({ id }) => id),
  )
})

test('only a therapist can move items, and only booked sessions and the therapist’s own busy times', () => {
  const content = { events: [event({ seriesId: 'a' })], imported: [imported()], absences: [absence] }
  const movable = (viewer: 'therapist' | 'client', status: SessionStatus) =>
    calendarItems({ ...content, sessions: [session(status)] }, seen(true, viewer)).map(({ kind, movable: may }) => [
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

test('an item of a series is marked and stays the same except for its times when it moves', () => {
  const [item] = calendarItems({ sessions: [session('confirmed', at(26), { seriesId: 'a' })] }, seen(true))
  if (!item) throw new Error('nothing stands')
  expect(item.repeats).toBe(true)
  const moved = itemAtTime(item, at(27), at(27, 11))
  expect(moved).toEqual({ ...item, startUtc: at(27), endUtc: at(27, 11) })
  expect(item.startUtc).toBe(at(26))
})
