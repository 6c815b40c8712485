import type { CalendarEvent } from '@attune/contract/features/schedule/calendar/calendar'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { expect, test } from 'vitest'
import { weeklyRecurrenceDraft, type RecurrenceDraft } from '../../recurrence/recurrence.ts'
import {
  eventDraftOf,
  endsNextDay,
  type EventDraft,
  newEventDraft,
  eventProblems,
  eventRepeat,
  eventSpan,
} from './draft.ts'

const berlin = 'Europe/Berlin'
const eventOf = (part: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d',
  title: 'Supervision',
  startsAt: '2026-11-26T14:00:00.000Z',
  endsAt: '2026-11-26T15:30:00.000Z',
  location: 'Room 3',
  repeat: null,
  seriesId: null,
  revision: 1,
  ...part,
})
const fresh = () => newEventDraft('2026-11-26T14:00:00.000Z', '2026-11-26T15:00:00.000Z', berlin)
const draft = (part: Partial<EventDraft> = {}): EventDraft => ({ ...fresh(), title: 'Supervision', ...part })
const repeating = (part: Partial<RecurrenceDraft>) =>
  draft({ repeats: true, rhythm: { ...weeklyRecurrenceDraft, ...part } })

test('a busy time needs no title [3.13]', () => {
  expect(eventProblems(draft({ title: '' }))).toEqual({})
})

test('a new busy time has the wall-clock time of the slot in the therapist’s zone, no title and no repeat', () => {
  expect(fresh()).toMatchObject({ title: '', day: '2026-11-26', from: '15:00', to: '16:00', repeats: false })
  expect(eventRepeat(fresh())).toBeNull()
  expect(newEventDraft('2026-11-26T23:30:00.000Z', '2026-11-27T00:30:00.000Z', berlin)).toMatchObject({
    day: '2026-11-27',
    from: '00:30',
  })
})

const ends: Repeat['ends'][] = [{ by: 'never' }, { by: 'count', count: 7 }, { by: 'day', day: '2027-05-01' }]
const rhythms: Repeat[] = ends.flatMap((end): Repeat[] => [
  { every: 'weeks', weeks: 1, ends: end },
  { every: 'weeks', weeks: 5, ends: end },
  { every: 'months', nth: 4, ends: end },
  { every: 'months', nth: -1, ends: end },
])

test.each(rhythms)('a saved repeat is shown in the form and saving it again does not change it: %j', (repeat) => {
  const event = eventOf({ repeat, seriesId: 'a' })
  const shown = eventDraftOf(event, berlin)
  expect(shown).toMatchObject({
    title: 'Supervision',
    place: 'Room 3',
    day: '2026-11-26',
    from: '15:00',
    to: '16:30',
  })
  expect(eventProblems(shown)).toEqual({})
  expect(eventRepeat(shown)).toEqual(repeat)
  expect(eventSpan(shown, berlin)).toEqual({ startsAt: event.startsAt, endsAt: event.endsAt })
})

test('an end before the start is on the next day, also across a clock change', () => {
  expect(endsNextDay(draft({ from: '22:00', to: '01:00' }))).toBe(true)
  expect(endsNextDay(draft({ from: '22:00', to: '22:00' }))).toBe(true)
  expect(endsNextDay(draft({ from: '22:00', to: '' }))).toBe(false)
  expect(eventSpan(draft({ from: '22:00', to: '01:00' }), berlin)).toEqual({
    startsAt: '2026-11-26T21:00:00.000Z',
    endsAt: '2026-11-27T00:00:00.000Z',
  })
  expect(eventSpan(draft({ day: '2027-03-27', from: '23:00', to: '04:00' }), berlin)).toEqual({
    startsAt: '2027-03-27T22:00:00.000Z',
    endsAt: '2027-03-28T02:00:00.000Z',
  })
})

test('a start in a skipped hour keeps the entered duration, so the end is never before the start', () => {
  expect(eventSpan(draft({ day: '2027-03-28', from: '02:15', to: '03:00' }), berlin)).toEqual({
    startsAt: '2027-03-28T01:15:00.000Z',
    endsAt: '2027-03-28T02:00:00.000Z',
  })
  for (const [zone, day] of [
    [berlin, '2027-03-28'],
    [berlin, '2027-10-31'],
    ['Australia/Lord_Howe', '2027-10-03'],
    ['Australia/Lord_Howe', '2027-04-04'],
    ['America/Sao_Paulo', '2017-10-15'],
    ['Asia/Kathmandu', '2027-03-28'],
  ] as const)
    for (let minute = 0; minute < 300; minute += 15)
      for (const lasts of [15, 45, 90]) {
        const clock = (at: number) => `0${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`
        const span = eventSpan(draft({ day, from: clock(minute), to: clock(minute + lasts) }), zone)
        expect(span && span.endsAt > span.startsAt, `${zone} ${day} ${minute} ${lasts}`).toBe(true)
      }
})

test('a busy time in the second pass of a repeated hour stays there when its times are not edited', () => {
  const second = eventOf({ startsAt: '2027-10-31T01:15:00.000Z', endsAt: '2027-10-31T01:45:00.000Z' })
  const shown = eventDraftOf(second, berlin)
  expect(shown).toMatchObject({ from: '02:15', to: '02:45' })
  expect(eventSpan({ ...shown, title: 'Other' }, berlin, second)).toEqual({
    startsAt: second.startsAt,
    endsAt: second.endsAt,
  })
  expect(eventSpan({ ...shown, from: '02:30' }, berlin, second)).toMatchObject({
    startsAt: '2027-10-31T00:30:00.000Z',
  })
})

test('missing and invalid values are reported by field, and give no time span', () => {
  expect(eventProblems(draft({ day: '', from: '', to: '' }))).toEqual({
    day: true,
    from: true,
    to: true,
  })
  expect(eventProblems(draft({ day: '2026-02-31' }))).toEqual({ day: true })
  expect(eventSpan(draft({ day: '2026-02-31' }), berlin)).toBeNull()
  expect(eventSpan(draft({ to: '24:00' }), berlin)).toBeNull()
  const invalid = { ends: 'count', count: null } as const
  expect(eventProblems(repeating(invalid))).toEqual({ count: 'countWrong' })
  expect(eventProblems({ ...repeating(invalid), repeats: false })).toEqual({})
})
