import { blocksWithinLate, maxWindowHours } from '@attune/contract/features/schedule/terms/terms.rules'
import { isFilled, isHttpsLink } from '@attune/contract/common/text/text'
import { isIntegerWithin } from '@attune/contract/common/numbers'
import { longestSessionMinutes } from '@attune/contract/common/constants'
import type { OwnTerms } from '@attune/contract/features/schedule/terms/terms'

/**
 * The entered limits for late and for blocked changes, in hours before the start of a session. A value is null while
 * its field is empty.
 */
export type ChangeLimits = { lateHours: number | null; blockedHours: number | null }
export type TermsDraft = Omit<OwnTerms, 'cancel' | 'move' | 'durationMinutes'> & {
  cancel: ChangeLimits
  move: ChangeLimits
  durationMinutes: number | null
}

/** The parts of the terms, each with a separate form: the terms of changes, and the defaults of new sessions with the reminders. */
export type TermsPart = 'changes' | 'defaults'

const partFields = {
  changes: ['cancel', 'move', 'acceptEarlyCancels'],
  defaults: [
    'durationMinutes',
    'location',
    'callsInAttune',
    'callPhone',
    'callsThroughRelay',
    'asksWhereabouts',
    'videoLink',
    'remindBefore',
    'proposeTimes',
  ],
} as const satisfies Record<TermsPart, readonly (keyof TermsDraft)[]>

/** Returns the fields of one part of the terms. */
export const partOfTerms = (terms: TermsDraft, part: TermsPart): Partial<TermsDraft> =>
  Object.fromEntries(partFields[part].map((field) => [field, terms[field]]))

export type TermsProblem = 'hoursMissing' | 'blockedBeyondLate' | 'durationWrong' | 'notALink' | 'sameTwice'
export type TermsProblems = Partial<
  Record<'cancel' | 'move' | 'durationMinutes' | 'videoLink' | 'remindBefore', TermsProblem>
>

function windowProblem({ lateHours, blockedHours }: ChangeLimits): TermsProblem | undefined {
  if (!isIntegerWithin(lateHours, 0, maxWindowHours) || !isIntegerWithin(blockedHours, 0, maxWindowHours))
    return 'hoursMissing'
  return blocksWithinLate({ lateHours, blockedHours }) ? undefined : 'blockedBeyondLate'
}

/** Returns the problems that prevent saving the terms, by field; empty if the terms are valid. */
export function termsProblems(draft: TermsDraft): TermsProblems {
  const found: TermsProblems = {}
  for (const kind of ['cancel', 'move'] as const) {
    const problem = windowProblem(draft[kind])
    if (problem) found[kind] = problem
  }
  if (!isIntegerWithin(draft.durationMinutes, 1, longestSessionMinutes)) found.durationMinutes = 'durationWrong'
  if (isFilled(draft.videoLink) && !isHttpsLink(draft.videoLink)) found.videoLink = 'notALink'
  if (new Set(draft.remindBefore).size < draft.remindBefore.length) found.remindBefore = 'sameTwice'
  return found
}

/** Converts a valid draft to the terms that are sent to the server. Sorts the reminders by lead time, longest first. */
export function termsFromDraft(draft: TermsDraft): OwnTerms {
  const whole = ({ lateHours, blockedHours }: ChangeLimits) => ({
    lateHours: lateHours ?? 0,
    blockedHours: blockedHours ?? 0,
  })
  return {
    ...draft,
    cancel: whole(draft.cancel),
    move: whole(draft.move),
    durationMinutes: draft.durationMinutes ?? 0,
    remindBefore: draft.remindBefore.toSorted((a, b) => b - a),
  }
}

const remindChoices = [60, 120, 240, 720, 1440, 2880, 4320, 10_080, 20_160]
/** Returns the options for a reminder, in minutes before the start, including the current value `minutes`. */
export const reminderChoices = (minutes: number) =>
  [...new Set([...remindChoices, minutes])].sort((one, other) => one - other)

/** Returns the reminder to suggest next, in minutes before the start: the most common one that is not in `present`. */
export const nextReminder = (present: readonly number[]) =>
  [1440, 120, 2880, 10_080, ...remindChoices].find((minutes) => !present.includes(minutes)) ?? 60

/**
 * Returns the phases of a change as the session approaches, in order. A change is 'free' at first, 'late' less than `lateHours` before the start,
 * and 'blocked' less than `blockedHours` before the start. Omits phases of no length. If `lateHours` is 0, returns only 'always', because a change
 * is then always free.
 */
export function changePhases({ lateHours, blockedHours }: ChangeLimits): ('always' | 'free' | 'late' | 'blocked')[] {
  const late = lateHours ?? 0
  const blocked = blockedHours ?? 0
  if (late === 0) return ['always']
  return ['free', ...(blocked < late ? (['late'] as const) : []), ...(blocked > 0 ? (['blocked'] as const) : [])]
}

/** Returns whether both numbers are valid and `blockedHours` is at most `lateHours`. */
export const isValidWindow = (window: ChangeLimits) => windowProblem(window) === undefined
