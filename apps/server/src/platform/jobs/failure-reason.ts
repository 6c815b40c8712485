import type { FailureReason } from '@attune/contract/features/practice/administration/administration.jobs.rules'

const byCode: Record<string, FailureReason> = {
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  ECONNECTION: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EPIPE: 'unreachable',
  ESOCKET: 'unreachable',
  EDNS: 'unreachable',
  ETIMEDOUT: 'too-long',
  ABORT_ERR: 'too-long',
  EAUTH: 'refused',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  EROFS: 'disk',
  EIO: 'disk',
}
const sqlState = /^[0-9A-Z]{5}$/

/**
 * Returns the reason why a job failed, as one of the program's own codes. Never uses the message of the error, because it may contain text that a
 * person wrote.
 */
export function failureReason(error: unknown): FailureReason {
  const { name, code, cause } = (error ?? {}) as { name?: unknown; code?: unknown; cause?: unknown }
  if (name === 'NotScanned') return 'scanner'
  if (name === 'TimeoutError' || name === 'AbortError') return 'too-long'
  const known = typeof code === 'string' ? byCode[code] : undefined
  if (known) return known
  if (typeof code === 'string' && sqlState.test(code)) return 'database'
  return cause === undefined || cause === error ? 'other' : failureReason(cause)
}
