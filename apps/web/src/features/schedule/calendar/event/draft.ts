import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { isDay, isClockTime } from '@attune/contract/common/time/time'
import type { CalendarEvent } from '@attune/contract/features/schedule/calendar/calendar'
import {
  recurrenceDraftOf,
  recurrenceProblems,
  recurrenceRule,
  weeklyRecurrenceDraft,
  type RecurrenceDraft,
  type RecurrenceProblems,
} from '../../recurrence/recurrence.ts'
import { formatClock, minutesPerDay, instantAtWallClock, addMinutes, wallClockAt } from '../wall-clock.ts'

/**
 * A busy time while it is edited, in wall-clock times of the therapist's zone. If the end is not after the start, the
 * busy time ends on the next day.
 */
export type EventDraft = {
  title: string
  place: string
  day: string
  from: string
  to: string
  repeats: boolean
  /**
   * The recurrence rule. While `repeats` is false, the draft keeps the rule, so switching it on again restores the
   * rule.
   */
  rhythm: RecurrenceDraft
}
export type EventProblems = Partial<Record<'day' | 'from' | 'to', true>> & RecurrenceProblems

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export function newEventDraft(startUtc: string, endUtc: string, zone: string): EventDraft {
  const start = wallClockAt(startUtc, zone)
  return {
    title: '',
    place: '',
    day: start.day,
    from: formatClock(start.minute),
    to: formatClock(wallClockAt(endUtc, zone).minute),
    repeats: false,
    rhythm: weeklyRecurrenceDraft,
  }
}

export function eventDraftOf(event: CalendarEvent, zone: string): EventDraft {
  const { repeat } = event
  const fresh = newEventDraft(event.startsAt, event.endsAt, zone)
  const own = { ...fresh, title: event.title, place: event.location }
  return repeat ? { ...own, repeats: true, rhythm: recurrenceDraftOf(repeat) } : own
}

export const endsNextDay = ({ from, to }: EventDraft) => isClockTime(from) && isClockTime(to) && to <= from

export function eventProblems(draft: EventDraft): EventProblems {
  return {
    ...(!isDay(draft.day) && { day: true as const }),
    ...(!isClockTime(draft.from) && { from: true as const }),
    ...(!isClockTime(draft.to) && { to: true as const }),
    ...(draft.repeats && recurrenceProblems(draft.rhythm, draft.day)),
  }
}

/**
 * Returns start and end of a draft as instants, or null while the draft is incomplete. If day and times equal those of
 * the saved event `kept`, returns the instants of `kept`. In an hour that the clocks repeat, the wall-clock time alone
 * would be ambiguous. If the start is in a skipped hour and would move past the end, keeps the entered duration.
 */
export function eventSpan(draft: EventDraft, zone: string, kept: CalendarEvent | null = null): Span | null {
  const { day, from, to } = draft
  if (!isDay(day) || !isClockTime(from) || !isClockTime(to)) return null
  const was = kept && eventDraftOf(kept, zone)
  if (was && was.day === day && was.from === from && was.to === to)
    return { startsAt: kept.startsAt, endsAt: kept.endsAt }
  const [start, end] = [minuteOf(from), minuteOf(to) + (endsNextDay(draft) ? minutesPerDay : 0)]
  const [startsAt, endsAt] = [
    instantAtWallClock({ day, minute: start }, zone),
    instantAtWallClock({ day, minute: end }, zone),
  ]
  return { startsAt, endsAt: endsAt > startsAt ? endsAt : addMinutes(startsAt, end - start) }
}
type Span = { startsAt: string; endsAt: string }

/** Returns the entered rule, or null if the busy time does not repeat or the rule is incomplete. */
export const eventRepeat = ({ repeats, rhythm, day }: EventDraft): Repeat | null =>
  repeats ? recurrenceRule(rhythm, day) : null
