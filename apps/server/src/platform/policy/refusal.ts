import { ORPCError } from '@orpc/server'

/**
 * Creates a refusal that the contract declares. Throwing the refusal inside `asActor` rolls back the transaction. Refusals are not logged
 * as errors.
 */
export const createRefusal = (code: string, status: number, data?: unknown) => new ORPCError(code, { status, data })

export const notFound = () => createRefusal('NOT_FOUND', 404)
export const conflict = () => createRefusal('CONFLICT', 409)
export const forbidden = () => createRefusal('FORBIDDEN', 403)
/** Refuses an action that the state machine does not allow in the current state; `state` is sent to the browser. */
export const illegalTransition = (state: unknown) => createRefusal('ILLEGAL_TRANSITION', 409, state)
