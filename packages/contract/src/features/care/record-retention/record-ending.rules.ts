/** The number of days for which a record is on the list at least before it is erased. */
export const leastListedDays = 30

/** The highest number of entries that the list shows and that one call confirms. */
export const maxShownEndings = 200

/** How an entry of the list stands: neither confirmed nor held, confirmed for its end, or kept by a legal hold. */
export const endingStates = ['open', 'confirmed', 'held'] as const
export type EndingState = (typeof endingStates)[number]

const dayMilliseconds = 86_400_000

/** Whether an entry was on the list for long enough at both moments: that of the server's clock and that of the database's. */
export function isListedForLong(listedAt: Date, server: Date, database: Date): boolean {
  const earlier = Math.min(server.getTime(), database.getTime())
  return earlier - listedAt.getTime() >= leastListedDays * dayMilliseconds
}

/** The facts about an entry and its record on the day of a check. */
export type EndingFacts = {
  /** The last day of the retention when the entry was last checked. */
  listedUntil: string
  /** That day as it is computed now; with the year of an admin, the later one. */
  keptUntil: string
  today: string
  /** The day a month after today. */
  inAMonth: string
  isConnected: boolean
  /** Whether a legal hold lasts, or was placed since the confirmation. */
  isHeld: boolean
  isConfirmed: boolean
  /** Whether a backup was restored since the confirmation, so that it may have been taken back or a hold may be missing. */
  isRestored: boolean
  /** Whether the account of the therapist is closed, and the admins were told a month ago. */
  isTold: boolean
  isListedForLong: boolean
  /** Whether an admin keeps the record for longer. Such an entry stays on the list. */
  isPostponed: boolean
}

/** The outcome of a check of an entry. `moved` tells the therapist that a confirmation is void. */
export type EndingStep = 'erase' | 'leave' | 'held' | 'moved' | 'stay'

/**
 * Returns the outcome of the check of an entry: it erases the record, removes the entry from the list (`leave`), makes a confirmation void because of a legal hold
 * or of another end or a restore (`held`, `moved`), or keeps the entry as it is.
 */
export function stepOfEnding(facts: EndingFacts): EndingStep {
  const { keptUntil, today } = facts
  if (facts.isConnected || (keptUntil > facts.inAMonth && !facts.isPostponed)) return 'leave'
  if (facts.isConfirmed && (facts.isRestored || keptUntil !== facts.listedUntil)) return 'moved'
  if (keptUntil >= today || !(facts.isConfirmed || facts.isTold)) return 'stay'
  if (facts.isHeld) return facts.isConfirmed ? 'held' : 'stay'
  return facts.isListedForLong ? 'erase' : 'stay'
}
