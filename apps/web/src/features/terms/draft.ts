import { longestSessionMinutes } from '@attune/contract/common/constants'
import type { OwnTerms } from '@attune/contract/features/terms'

export const longestWindowHours = 336
export const mostReminders = 4

/** The terms while they are edited: a number may be missing. */
export type Hours = { lateHours: number | null; blockedHours: number | null }
export type TermsDraft = Omit<OwnTerms, 'cancel' | 'move' | 'durationMinutes'> & {
  cancel: Hours
  move: Hours
  durationMinutes: number | null
}

export type Problem = 'hoursMissing' | 'blockedBeyondLate' | 'durationWrong' | 'notALink' | 'sameTwice'
export type Problems = Partial<Record<'cancel' | 'move' | 'durationMinutes' | 'videoLink' | 'remindBefore', Problem>>

const within = (value: number | null, least: number, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= least && value <= most

function windowProblem({ lateHours, blockedHours }: Hours): Problem | undefined {
  if (!within(lateHours, 0, longestWindowHours) || !within(blockedHours, 0, longestWindowHours)) return 'hoursMissing'
  return blockedHours > lateHours ? 'blockedBeyondLate' : undefined
}

/** Why terms cannot be saved yet; empty where nothing is wrong. */
export function problemsOf(draft: TermsDraft): Problems {
  const found: Problems = {}
  for (const kind of ['cancel', 'move'] as const) {
    const problem = windowProblem(draft[kind])
    if (problem) found[kind] = problem
  }
  if (!within(draft.durationMinutes, 1, longestSessionMinutes)) found.durationMinutes = 'durationWrong'
  const link = draft.videoLink.trim()
  if (link !== '' && !/^https:\/\/[^\s/]+\.[^\s]+$/.test(link)) found.videoLink = 'notALink'
  if (new Set(draft.remindBefore).size < draft.remindBefore.length) found.remindBefore = 'sameTwice'
  return found
}

/** The terms as they are sent; only where nothing is wrong. The longest reminder comes first. */
export function sentOf(draft: TermsDraft): OwnTerms {
  const whole = ({ lateHours, blockedHours }: Hours) => ({
    lateHours: lateHours ?? 0,
    blockedHours: blockedHours ?? 0,
  })
  return {
    ...draft,
    cancel: whole(draft.cancel),
    move: whole(draft.move),
    durationMinutes: draft.durationMinutes ?? 0,
    location: draft.location.trim(),
    videoLink: draft.videoLink.trim(),
    remindBefore: draft.remindBefore.toSorted((a, b) => b - a),
  }
}

const remindChoices = [60, 120, 240, 720, 1440, 2880, 4320, 10_080, 20_160]
/** What a reminder may be set to, with whatever it is set to now. */
export const choicesWith = (minutes: number) =>
  [...new Set([...remindChoices, minutes])].sort((one, other) => one - other)

/** The next reminder to offer: the usual ones that are not there yet. */
export const nextReminder = (present: readonly number[]) =>
  [1440, 120, 2880, 10_080, ...remindChoices].find((minutes) => !present.includes(minutes)) ?? 60

/** The moments that a session passes under a window, from the earliest on. */
export function momentsOf({ lateHours, blockedHours }: Hours): ('always' | 'free' | 'late' | 'blocked')[] {
  const late = lateHours ?? 0
  const blocked = blockedHours ?? 0
  if (late === 0) return ['always']
  return ['free', ...(blocked < late ? (['late'] as const) : []), ...(blocked > 0 ? (['blocked'] as const) : [])]
}

/** Whether both hours are given and go together. */
export const windowIsWhole = (window: Hours) => windowProblem(window) === undefined
