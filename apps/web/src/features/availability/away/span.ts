import type { Absence } from '@attune/contract/features/availability'
import { dayBounds, instantOf, isDay, isTime, wallOf } from '@attune/contract/common/time'
import { dayText, daysText, timeText, type Reader } from '../../../ui/moment.ts'

/** An absence being edited, in wall-clock times of the therapist's zone. */
export type Entry = {
  id: string
  title: string
  wholeDays: boolean
  fromDay: string
  fromTime: string
  untilDay: string
  untilTime: string
}
export type Wrong = Partial<Record<'from' | 'until', 'dayMissing' | 'timeMissing' | 'backward' | 'tooLong' | 'past'>>

const dayMilliseconds = 86_400_000

/** The last day of an absence of whole days. `endsAt` is the first instant of the following day. */
const lastDay = ({ endsAt }: Pick<Absence, 'endsAt'>, zone: string) =>
  wallOf(new Date(Date.parse(endsAt) - 1).toISOString(), zone).day

export function newEntry(id: string, zone: string, now = new Date()): Entry {
  const { day } = wallOf(new Date(now.getTime() + dayMilliseconds).toISOString(), zone)
  return { id, title: '', wholeDays: true, fromDay: day, fromTime: '09:00', untilDay: day, untilTime: '12:00' }
}

export function entryOf(absence: Absence, zone: string): Entry {
  const { id, title, wholeDays } = absence
  const [from, until] = [wallOf(absence.startsAt, zone), wallOf(absence.endsAt, zone)]
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

/** The instants of an absence draft; null while it is incomplete. */
export function spanOf(entry: Entry, zone: string): { startsAt: string; endsAt: string } | null {
  const { wholeDays, fromDay, fromTime, untilDay, untilTime } = entry
  if (!isDay(fromDay) || !isDay(untilDay)) return null
  if (wholeDays) return { startsAt: dayBounds(fromDay, zone).from, endsAt: dayBounds(untilDay, zone).to }
  if (!isTime(fromTime) || !isTime(untilTime)) return null
  return { startsAt: instantOf(fromDay, fromTime, zone), endsAt: instantOf(untilDay, untilTime, zone) }
}

/** The problems of an absence draft by field; empty when it can be saved. */
export function wrongIn(entry: Entry, zone: string, now = new Date()): Wrong {
  const wrong: Wrong = {}
  if (!isDay(entry.fromDay)) wrong.from = 'dayMissing'
  else if (!entry.wholeDays && !isTime(entry.fromTime)) wrong.from = 'timeMissing'
  if (!isDay(entry.untilDay)) wrong.until = 'dayMissing'
  else if (!entry.wholeDays && !isTime(entry.untilTime)) wrong.until = 'timeMissing'
  const span = spanOf(entry, zone)
  if (!span) return wrong
  const length = Date.parse(span.endsAt) - Date.parse(span.startsAt)
  if (length <= 0) wrong.until = 'backward'
  else if (length > 1100 * dayMilliseconds) wrong.until = 'tooLong'
  else if (Date.parse(span.endsAt) <= now.getTime()) wrong.until = 'past'
  return wrong
}

type Words = { span: (from: string, until: string) => string; days: (count: number) => string }

/** The time of an absence as text: '21 – 28 December 2026, 8 days', 'Wed 2 Dec, 14:00 to 16:00'. */
export function awayText(absence: Absence, reader: Reader, words: Words) {
  const from = wallOf(absence.startsAt, reader.zone).day
  if (!absence.wholeDays) {
    const until = wallOf(absence.endsAt, reader.zone).day
    const end = `${until === from ? '' : `${dayText(until, reader)}, `}${timeText(absence.endsAt, reader)}`
    return words.span(`${dayText(from, reader)}, ${timeText(absence.startsAt, reader)}`, end)
  }
  const until = lastDay(absence, reader.zone)
  if (until === from) return dayText(from, reader)
  const count = Math.round((Date.parse(until) - Date.parse(from)) / dayMilliseconds) + 1
  return `${daysText(from, until, reader.language)}, ${words.days(count)}`
}
