import { admittedMinutes } from '@attune/contract/features/schedule/call/call.rules'

/** The times that are stored about a person in a call and determine the person's standing. */
export type StandingMoments = {
  waitingSince: string | null
  admittedAt: string | null
  seenAt: string
  removedAt: string | null
  lastLeftAt: string | null
}

/** The standing of a person in a call: let in, in the waiting room, removed for good, or neither in the waiting room nor let in. */
export type Standing = 'admitted' | 'waiting' | 'removed' | 'absent'

/** The number of seconds after a person was last seen for which the person still counts as waiting. This time is stored every `storeSeconds`. */
const waitingSeconds = 75
/** The interval in seconds at which the server stores that a person was seen. */
export const storeSeconds = 30

const after = (one: string | null, other: string | null) =>
  one !== null && (other === null || Date.parse(one) > Date.parse(other))

/**
 * Returns the standing of a person at `now`. An admission is valid until `admittedMinutes` after the person was last seen, and ends when the person
 * waits again. A person waits as long as the page before the call is open.
 */
export function standingOf(moments: StandingMoments, now: Date): Standing {
  const { waitingSince, admittedAt, seenAt, removedAt, lastLeftAt } = moments
  if (removedAt !== null) return 'removed'
  const silentSeconds = (now.getTime() - Date.parse(seenAt)) / 1_000
  if (admittedAt !== null && !after(waitingSince, admittedAt))
    return silentSeconds <= admittedMinutes * 60 ? 'admitted' : 'absent'
  return waitingSince !== null && !after(lastLeftAt, waitingSince) && silentSeconds <= waitingSeconds
    ? 'waiting'
    : 'absent'
}
