import { ORPCError } from '@orpc/server'
import { isUnavailable } from '../database/actor.ts'
import { S3Error } from '../object-store/s3-requests.ts'

/** Seconds after which a browser may retry when the database is unavailable. */
export const retryAfterSeconds = 2

/**
 * Codes of a cancelled statement (57014), of a transaction that was idle for too long (25P03), of a lock that was not available (55P03), of a host
 * that is not found or not reachable, and of an aborted connection.
 */
const temporaryCodes = /^(57014|25P03|55P03|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ECONNABORTED)$/

/** Whether an error or one of its causes means that the database or the bucket of files is temporarily unavailable. */
export function isTemporarilyUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false
  if (isUnavailable(error) || temporaryCodes.test(String((error as { code?: unknown }).code))) return true
  if (error instanceof S3Error) return true
  if (error instanceof AggregateError && error.errors.some((one) => isTemporarilyUnavailable(one, depth + 1)))
    return true
  return isTemporarilyUnavailable(error.cause, depth + 1)
}

/** Creates the refusal UNAVAILABLE for a call that the server cannot answer now. The browser sends it again after `seconds`. */
export const unavailableError = (cause?: unknown, seconds = retryAfterSeconds) =>
  new ORPCError('UNAVAILABLE', { status: 503, data: { retryAfterSeconds: seconds }, cause })
