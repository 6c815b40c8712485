/** The minimum number of days for which a record is on the list before it is erased. */
export const leastListedDays = 30

/** The highest number of entries that the list shows and that one call confirms. */
export const maxShownEndings = 200

/** The states of an entry of the list. `confirmed`: the therapist confirmed the erasure. `held`: a legal hold keeps the record. `open`: neither. */
export const endingStates = ['open', 'confirmed', 'held'] as const
export type EndingState = (typeof endingStates)[number]

const dayMilliseconds = 86_400_000

/** Whether an entry has been on the list for long enough, by the clock of the server and by that of the database. */
export function isListedForLong(listedAt: Date, server: Date, database: Date): boolean {
  const earlier = Math.min(server.getTime(), database.getTime())
  return earlier - listedAt.getTime() >= leastListedDays * dayMilliseconds
}

/** The facts about an entry and its record on the day of a check. */
export type EndingFacts = {
  /** The last day of the retention when the entry was last checked. */
  listedUntil: string
  /** The last day of the retention as it is computed now, or the day until which an admin keeps the record if that is later. */
  keptUntil: string
  today: string
  /** The day a month after today. */
  inAMonth: string
  isConnected: boolean
  /** Whether a legal hold lasts, or was placed since the confirmation. */
  isHeld: boolean
  isConfirmed: boolean
  /** Whether a backup was restored since the confirmation, so that a withdrawal of the confirmation or a legal hold may have been lost. */
  isRestored: boolean
  /** Whether the account of the therapist is closed, and the admins were notified at least `leastListedDays` days ago. */
  isTold: boolean
  isListedForLong: boolean
  /** Whether an admin keeps the record for longer. Such an entry stays on the list. */
  isPostponed: boolean
}

/** The outcome of a check of an entry. `held` and `moved` make the confirmation void, and the therapist is notified. */
export type EndingStep = 'erase' | 'leave' | 'held' | 'moved' | 'stay'

/**
 * Returns the outcome of the check of an entry. `erase`: erases the record. `leave`: removes the entry from the list. `held`: makes the confirmation
 * void because of a legal hold. `moved`: makes it void because the end has changed or a backup was restored. `stay`: keeps the entry.
 */
export function stepOfEnding(facts: EndingFacts): EndingStep {
  const { keptUntil, today } = facts
  if (facts.isConnected || (keptUntil > facts.inAMonth && !facts.isPostponed)) return 'leave'
  if (facts.isConfirmed && (facts.isRestored || keptUntil !== facts.listedUntil)) return 'moved'
  if (keptUntil >= today || !(facts.isConfirmed || facts.isTold)) return 'stay'
  if (facts.isHeld) return facts.isConfirmed ? 'held' : 'stay'
  return facts.isListedForLong ? 'erase' : 'stay'
}
