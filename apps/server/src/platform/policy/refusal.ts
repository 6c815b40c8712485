import { ORPCError } from '@orpc/server'

/**
 * Creates a refusal that the contract declares. Throwing the refusal inside `asActor` rolls back the transaction. Refusals are not logged
 * as errors.
 */
export const createRefusal = <Code extends string>(code: OtherCode<Code>, status: number, data?: unknown) =>
  new ORPCError<Code, unknown>(code, { status, data })

/** Two refusals have their own functions, because the browser tells people what to do by their data. */
type OtherCode<Code> = Code extends 'TOO_MANY' | 'LIMIT_REACHED' ? never : Code

export const notFound = () => createRefusal('NOT_FOUND', 404)
/** Refuses a call because of a rate limit. The same call succeeds after so many seconds. */
export const tooManyCalls = (retryAfterSeconds: number) =>
  new ORPCError('TOO_MANY', { status: 429, data: { retryAfterSeconds } })
/** Refuses an invitation, because the therapist has invited too many new addresses within the hour or the day. */
export const invitationLimitReached = (retryAfterSeconds: number) =>
  new ORPCError('INVITATION_LIMIT', { status: 429, data: { retryAfterSeconds } })
/** Refuses a call that would exceed the highest number of something. */
export const limitReached = (limit: number) => new ORPCError('LIMIT_REACHED', { status: 409, data: { limit } })
export const conflict = () => createRefusal('CONFLICT', 409)
export const forbidden = () => createRefusal('FORBIDDEN', 403)
/** Refuses an action that the state machine does not allow in the current state; `state` is sent to the browser. */
export const illegalTransition = (state: unknown) => createRefusal('ILLEGAL_TRANSITION', 409, state)
