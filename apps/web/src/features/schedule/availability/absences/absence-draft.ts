import { absenceSpanProblem } from '@attune/contract/features/schedule/availability/availability.rules'
import type { Absence, AbsenceId } from '@attune/contract/features/schedule/availability/availability'
import { dayBounds, instantOf, isDay, isClockTime, wallClockOf } from '@attune/contract/common/time/time'
import { dayText, daysText, timeText, type Locale } from '../../../../ui/page/date-text.ts'

/** An absence being edited, in wall-clock times of the therapist's zone. */
export type AbsenceDraft = {
  id: AbsenceId
  title: string
  wholeDays: boolean
  fromDay: string
  fromTime: string
  untilDay: string
  untilTime: string
}
export type AbsenceProblems = Partial<
  Record<'from' | 'until', 'dayMissing' | 'timeMissing' | 'backward' | 'tooLong' | 'past'>
>

const dayMilliseconds = 86_400_000

/** Returns the last day of an absence of whole days. `endsAt` is the first instant of the day after the last day. */
const lastDay = ({ endsAt }: Pick<Absence, 'endsAt'>, zone: string) =>
  wallClockOf(new Date(Date.parse(endsAt) - 1).toISOString(), zone).day

export function newAbsenceDraft(id: AbsenceId, zone: string, now = new Date()): AbsenceDraft {
  const { day } = wallClockOf(new Date(now.getTime() + dayMilliseconds).toISOString(), zone)
  return { id, title: '', wholeDays: true, fromDay: day, fromTime: '09:00', untilDay: day, untilTime: '12:00' }
}

export function absenceDraftOf(absence: Absence, zone: string): AbsenceDraft {
  const { id, title, wholeDays } = absence
  const [from, until] = [wallClockOf(absence.startsAt, zone), wallClockOf(absence.endsAt, zone)]
  return {
    id,
    title,
    wholeDays,
    fromDay: from.day,
    fromTime: wholeDays ? '09:00' : from.time,
    untilDay: wholeDays ? lastDay(absence, zone) : until.day,
    untilTime: wholeDays ? '12:00' : until.time,
  }
}

/** Returns start and end of an absence draft as instants, or null while the draft is incomplete. */
export function absenceSpan(entry: AbsenceDraft, zone: string): { startsAt: string; endsAt: string } | null {
  const { wholeDays, fromDay, fromTime, untilDay, untilTime } = entry
  if (!isDay(fromDay) || !isDay(untilDay)) return null
  if (wholeDays) return { startsAt: dayBounds(fromDay, zone).from, endsAt: dayBounds(untilDay, zone).to }
  if (!isClockTime(fromTime) || !isClockTime(untilTime)) return null
  return { startsAt: instantOf(fromDay, fromTime, zone), endsAt: instantOf(untilDay, untilTime, zone) }
}

/** Returns the problems of an absence draft by field. The result is empty if the draft can be saved. */
export function absenceProblems(entry: AbsenceDraft, zone: string, now = new Date()): AbsenceProblems {
  const wrong: AbsenceProblems = {}
  if (!isDay(entry.fromDay)) wrong.from = 'dayMissing'
  else if (!entry.wholeDays && !isClockTime(entry.fromTime)) wrong.from = 'timeMissing'
  if (!isDay(entry.untilDay)) wrong.until = 'dayMissing'
  else if (!entry.wholeDays && !isClockTime(entry.untilTime)) wrong.until = 'timeMissing'
  const span = absenceSpan(entry, zone)
  if (!span) return wrong
  const problem = absenceSpanProblem(span)
  if (problem) wrong.until = problem
  else if (Date.parse(span.endsAt) <= now.getTime()) wrong.until = 'past'
  return wrong
}

type AbsenceTexts = { span: (from: string, until: string) => string; days: (count: number) => string }

/** Formats the time of an absence: '21 – 28 December 2026, 8 days', 'Wed 2 Dec, 14:00 to 16:00'. */
export function absenceText(absence: Absence, locale: Locale, texts: AbsenceTexts) {
  const from = wallClockOf(absence.startsAt, locale.zone).day
  if (!absence.wholeDays) {
    const until = wallClockOf(absence.endsAt, locale.zone).day
    const end = `${until === from ? '' : `${dayText(until, locale)}, `}${timeText(absence.endsAt, locale)}`
    return texts.span(`${dayText(from, locale)}, ${timeText(absence.startsAt, locale)}`, end)
  }
  const until = lastDay(absence, locale.zone)
  if (until === from) return dayText(from, locale)
  const count = Math.round((Date.parse(until) - Date.parse(from)) / dayMilliseconds) + 1
  return `${daysText(from, until, locale.language)}, ${texts.days(count)}`
}
