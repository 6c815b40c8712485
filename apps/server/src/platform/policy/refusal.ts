import { ORPCError } from '@orpc/server'

/**
 * Creates a refusal that the contract declares. Throwing the refusal inside `asActor` rolls back the transaction. Refusals are not logged
 * as errors.
 */
export const createRefusal = <Code extends string>(code: OtherCode<Code>, status: number, data?: unknown) =>
  new ORPCError<Code, unknown>(code, { status, data })

/** Excludes TOO_MANY and LIMIT_REACHED. `tooManyCalls` and `limitReached` create these refusals with the data that the browser needs. */
type OtherCode<Code> = Code extends 'TOO_MANY' | 'LIMIT_REACHED' ? never : Code

export const notFound = () => createRefusal('NOT_FOUND', 404)
/** Creates the refusal of a call that exceeds a rate limit. The same call succeeds after this number of seconds. */
export const tooManyCalls = (retryAfterSeconds: number) =>
  new ORPCError('TOO_MANY', { status: 429, data: { retryAfterSeconds } })
/** Creates the refusal of an invitation from a therapist who has invited too many new addresses within the hour or the day. */
export const invitationLimitReached = (retryAfterSeconds: number) =>
  new ORPCError('INVITATION_LIMIT', { status: 429, data: { retryAfterSeconds } })
/** Creates the refusal of a call that would exceed a maximum number of rows. `limit` is the maximum. */
export const limitReached = (limit: number) => new ORPCError('LIMIT_REACHED', { status: 409, data: { limit } })
export const conflict = () => createRefusal('CONFLICT', 409)
export const forbidden = () => createRefusal('FORBIDDEN', 403)
/** Creates the refusal of an action that the state machine does not allow. `state` is the current state, which the browser receives. */
export const illegalTransition = (state: unknown) => createRefusal('ILLEGAL_TRANSITION', 409, state)
