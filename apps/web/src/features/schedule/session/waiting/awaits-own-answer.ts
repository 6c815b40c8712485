import type { Session } from '@attune/contract/features/schedule/session/session'

/**
 * Whether a session awaits the answer of the client who views it. A client whose therapist cannot be reached can only
 * decline.
 */
export const awaitsOwnAnswer = ({ may, participants }: Pick<Session, 'may' | 'participants'>): boolean =>
  (may.accept || may.decline) && participants[0]?.answer === 'awaited'
