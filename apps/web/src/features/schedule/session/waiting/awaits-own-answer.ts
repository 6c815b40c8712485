import type { Session } from '@attune/contract/features/schedule/session/session'

/**
 * Returns whether a session awaits the answer of the client who views it. If an admin has disabled the therapist's account, the client can only
 * decline.
 */
export const awaitsOwnAnswer = ({ may, participants }: Pick<Session, 'may' | 'participants'>): boolean =>
  (may.accept || may.decline) && participants[0]?.answer === 'awaited'
