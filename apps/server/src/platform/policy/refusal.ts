import { ORPCError } from '@orpc/server'

/** A refusal that the contract names. Thrown inside `asActor` it undoes the transaction; it is no fault and is not logged. */
export const refuse = (code: string, status: number, data?: unknown) => new ORPCError(code, { status, data })

export const notFound = () => refuse('NOT_FOUND', 404)
export const conflict = () => refuse('CONFLICT', 409)
export const forbidden = () => refuse('FORBIDDEN', 403)
