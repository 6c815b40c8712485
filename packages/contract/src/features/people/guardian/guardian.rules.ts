import { dayOfAge } from '../../../common/time/age.rules.ts'
import { shiftDay } from '../../../common/time/time.ts'

/**
 * The rights that a therapist can give a guardian, in the order in which they are shown: to see and answer sessions, to request, move and cancel
 * them, to sign forms and consents, to see and pay invoices, to see superbills and diagnoses, to write to the therapist, and to see the shared parts
 * of the treatment plan.
 */
export const guardianRights = ['sessions', 'requests', 'forms', 'invoices', 'superbills', 'messages', 'plan'] as const
export type GuardianRight = (typeof guardianRights)[number]

/** The states in which a client sees a guardian. A guardian whose access has ended is not shown. */
export const ownGuardianStates = ['invited', 'active', 'paused'] as const
export type OwnGuardianState = (typeof ownGuardianStates)[number]

/** From this age on, a client learns of a guardian when the rights are given; a younger client learns of it when the guardian has accepted. */
export const earlyKnowledgeAge = 12

/**
 * The reasons why nothing can be written in a conversation with a guardian: the guardian does not have the right now, an admin has disabled the
 * therapist's account, or the therapist has set the client to inactive.
 */
export const closedReasons = ['ended', 'unreachable', 'inactive'] as const
export type ClosedReason = (typeof closedReasons)[number]

/** The legal grounds on which a person acts for a client. 'parent' ends with the client's majority; the others are for adults and have a last day. */
export const guardianBases = ['parent', 'court-order', 'power-of-attorney'] as const
export type GuardianBasis = (typeof guardianBases)[number]

export const guardianStates = ['invited', 'expired', 'active', 'paused', 'ended'] as const
export type GuardianState = (typeof guardianStates)[number]

/**
 * The rights that are suggested for a client of this age, in years. Nothing is given without the therapist's choice. Null, the age of a client
 * without a date of birth, counts as of age. Superbills, messages and the treatment plan are never suggested.
 */
export function suggestedGuardianRights(age: number | null): readonly GuardianRight[] {
  if (age === null || age >= 16) return ['invoices']
  return age >= 12 ? ['sessions', 'forms', 'invoices'] : ['sessions', 'requests', 'forms', 'invoices']
}

/** The maximum number of custody notes of a client, and the maximum length of their texts in characters. */
export const custodyNoteLimits = { notes: 50, text: 2000 } as const

/** The number of days before a pause at which client, guardian and therapist are notified. */
export const pauseNoticeDays = 30

/**
 * Returns the first ISO day on which the rights of a guardian pause: for a parent the day on which the client reaches the age of majority of the
 * practice, otherwise the day after the last day of the guardianship. Returns 'always' for a parent of a client without a date of birth, who counts
 * as of age, and 'never' if no last day is known.
 */
export function guardianPauseDay({
  basis,
  validUntil,
  birthDate,
  majorityAge,
}: {
  basis: string
  validUntil: string | null
  birthDate: string | null
  majorityAge: number
}): string {
  if (basis !== 'parent') return validUntil ? shiftDay(validUntil, 1) : 'never'
  return birthDate ? dayOfAge(birthDate, majorityAge) : 'always'
}
