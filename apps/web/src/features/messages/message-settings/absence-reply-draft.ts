import { instantOf, isClockTime, isDay, shiftDay, wallClockOf } from '@attune/contract/common/time/time'
import { isFilled } from '@attune/contract/common/text/text'
import type { OwnMessageSettings } from '@attune/contract/features/messages/message-settings/message-settings'
import { absenceProblem } from '@attune/contract/features/messages/message-settings/message-settings.rules'

type Absence = NonNullable<OwnMessageSettings['absence']>

/** The reply and its absence while they are edited, in wall-clock times of the therapist's zone. */
export type AbsenceReplyDraft = {
  fromDay: string
  fromTime: string
  untilDay: string
  untilTime: string
  text: string
}
export type AbsenceReplyProblems = {
  from?: 'missing'
  until?: 'missing' | 'backward' | 'over' | 'tooLong'
  text?: 'missing'
}

/** Returns the draft of a saved absence. If none is saved, the draft is an absence of one week that begins now. */
export function absenceReplyDraft(
  saved: Absence | null,
  latestText: string,
  zone: string,
  now = new Date(),
): AbsenceReplyDraft {
  const from = wallClockOf(saved?.startsAt ?? now.toISOString(), zone)
  const until = saved ? wallClockOf(saved.endsAt, zone) : { day: shiftDay(from.day, 7), time: from.time }
  return {
    fromDay: from.day,
    fromTime: from.time,
    untilDay: until.day,
    untilTime: until.time,
    text: saved?.text ?? latestText,
  }
}

/** Returns start and end of a draft as instants; null while one of them is incomplete. */
export function absenceReplySpan(draft: AbsenceReplyDraft, zone: string): { startsAt: string; endsAt: string } | null {
  const { fromDay, fromTime, untilDay, untilTime } = draft
  if (!isDay(fromDay) || !isDay(untilDay) || !isClockTime(fromTime) || !isClockTime(untilTime)) return null
  return { startsAt: instantOf(fromDay, fromTime, zone), endsAt: instantOf(untilDay, untilTime, zone) }
}

/** Returns the problems of a draft by field. The result is empty if the draft can be saved. */
export function absenceReplyProblems(draft: AbsenceReplyDraft, zone: string, now = new Date()): AbsenceReplyProblems {
  const wrong: AbsenceReplyProblems = {}
  if (!isDay(draft.fromDay) || !isClockTime(draft.fromTime)) wrong.from = 'missing'
  if (!isDay(draft.untilDay) || !isClockTime(draft.untilTime)) wrong.until = 'missing'
  if (!isFilled(draft.text)) wrong.text = 'missing'
  const span = absenceReplySpan(draft, zone)
  const problem = span && absenceProblem(span, now)
  if (problem) wrong.until = problem
  return wrong
}
