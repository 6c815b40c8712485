import { ORPCError } from '@orpc/server'

/** Creates a refusal that the contract declares. Thrown inside `asActor`, it rolls back the transaction; it is not logged as an error. */
export const createRefusal = (code: string, status: number, data?: unknown) => new ORPCError(code, { status, data })

export const notFound = () => createRefusal('NOT_FOUND', 404)
export const conflict = () => createRefusal('CONFLICT', 409)
export const forbidden = () => createRefusal('FORBIDDEN', 403)
/** An action that the state machine does not allow now, with the current state. */
export const illegalTransition = (state: unknown) => createRefusal('ILLEGAL_TRANSITION', 409, state)
