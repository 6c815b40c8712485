import { ORPCError } from '@orpc/server'
import { isUnavailable } from '../database/actor.ts'

/** After so many seconds a browser may try again when the database is away. */
export const retryAfterSeconds = 2

/** Cancelled or out of patience in the database (57014, 25P03, 55P03), or a host that is not found or not reached. */
const tooLate = /^(57014|25P03|55P03|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ECONNABORTED)$/

/** Whether an error, or what caused it, says that the database cannot answer now, rather than that the call is wrong. */
export function isAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false
  if (isUnavailable(error) || tooLate.test(String((error as { code?: unknown }).code))) return true
  if (error instanceof AggregateError && error.errors.some((one) => isAway(one, depth + 1))) return true
  return isAway(error.cause, depth + 1)
}

export const unavailable = (cause?: unknown) =>
  new ORPCError('UNAVAILABLE', { status: 503, data: { retryAfterSeconds }, cause })
