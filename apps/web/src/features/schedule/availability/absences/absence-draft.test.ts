// @vitest-environment node
import { expect, test } from 'vitest'
import { addWeeks } from './add-weeks.ts'
import {
  absenceText,
  absenceDraftOf,
  newAbsenceDraft,
  absenceSpan,
  absenceProblems,
  type AbsenceDraft,
} from './absence-draft.ts'

const zone = 'Europe/Berlin'
const now = new Date('2026-11-19T09:48:00Z')
const texts = { span: (from: string, until: string) => `${from} to ${until}`, days: (count: number) => `${count} days` }
const entry = (part: Partial<AbsenceDraft>): AbsenceDraft => ({ ...newAbsenceDraft('one', zone, now), ...part })

test('an absence of whole days lasts from the start of the first day to the end of the last, also across clock changes', () => {
  const days = entry({ fromDay: '2026-12-21', untilDay: '2027-01-08' })
  expect(absenceSpan(days, zone)).toEqual({ startsAt: '2026-12-20T23:00:00.000Z', endsAt: '2027-01-08T23:00:00.000Z' })
  const spring = absenceSpan(entry({ fromDay: '2027-03-28', untilDay: '2027-03-28' }), zone)
  expect(spring).toEqual({ startsAt: '2027-03-27T23:00:00.000Z', endsAt: '2027-03-28T22:00:00.000Z' })
})

test('editing a saved absence shows the values that were entered', () => {
  for (const part of [
    { fromDay: '2026-12-21', untilDay: '2027-01-08', title: 'Christmas' },
    { fromDay: '2026-12-02', untilDay: '2026-12-02', wholeDays: false, fromTime: '14:00', untilTime: '16:00' },
  ]) {
    const typed = entry(part)
    const span = absenceSpan(typed, zone)
    if (!span) throw new Error('incomplete')
    const { id, title, wholeDays } = typed
    const read = absenceDraftOf({ id, title, wholeDays, ...span }, zone)
    expect({ ...read, ...(wholeDays && { fromTime: typed.fromTime, untilTime: typed.untilTime }) }).toEqual(typed)
  }
})

test('an absence is refused if a day is missing, if it ends before it starts, or if it is past or too long', () => {
  expect(absenceProblems(entry({}), zone, now)).toEqual({})
  expect(absenceProblems(entry({ fromDay: '' }), zone, now)).toEqual({ from: 'dayMissing' })
  expect(absenceProblems(entry({ fromDay: '2026-12-02', untilDay: '2026-12-01' }), zone, now)).toEqual({
    until: 'backward',
  })
  expect(absenceProblems(entry({ fromDay: '2026-11-01', untilDay: '2026-11-02' }), zone, now)).toEqual({
    until: 'past',
  })
  expect(absenceProblems(entry({ fromDay: '2026-12-01', untilDay: '2030-12-01' }), zone, now)).toEqual({
    until: 'tooLong',
  })
  const hours = { wholeDays: false, fromDay: '2026-12-02', untilDay: '2026-12-02', fromTime: '14:00' }
  expect(absenceProblems(entry({ ...hours, untilTime: '' }), zone, now)).toEqual({ until: 'timeMissing' })
  expect(absenceProblems(entry({ ...hours, untilTime: '14:00' }), zone, now)).toEqual({ until: 'backward' })
})

test('the text of an absence shows its days, or its times if it does not last whole days', () => {
  const locale = { zone, language: 'en' }
  const told = (part: Partial<AbsenceDraft>) => {
    const typed = entry(part)
    const span = absenceSpan(typed, zone)
    return span && absenceText({ id: 'one', title: '', wholeDays: typed.wholeDays, ...span }, locale, texts)
  }
  expect(told({ fromDay: '2099-12-21', untilDay: '2100-01-08' })).toMatch(/^21 Dec\w* 2099\s–\s8 Jan\w* 2100, 19 days$/)
  expect(told({ fromDay: '2099-12-21', untilDay: '2099-12-21' })).toBe('Mon, 21 Dec 2099')
  const hours = {
    wholeDays: false,
    fromDay: '2099-12-02',
    untilDay: '2099-12-02',
    fromTime: '14:00',
    untilTime: '16:00',
  }
  expect(told(hours)).toBe('Wed, 2 Dec 2099, 14:00 to 16:00')
})

test('adding weeks keeps the wall-clock time across a clock change', () => {
  expect(addWeeks('2027-03-22T09:00:00.000Z', 1, zone)).toBe('2027-03-29T08:00:00.000Z')
  expect(addWeeks('2026-11-30T09:00:00.000Z', 2, zone)).toBe('2026-12-14T09:00:00.000Z')
})
