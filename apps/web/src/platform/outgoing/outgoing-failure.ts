import { ORPCError } from '@orpc/client'
import { CircuitOpenError, errorCode, isConnectionError, isRetryable } from '../api/errors.ts'

/**
 * The consequence of a failed attempt to send a change. `later`: the change is sent again after `seconds`. `person`: the change is sent again after
 * the person has signed in, switched back to the account, or unlocked the screen. `refused`: the server does not accept the change; the person can
 * edit or discard it.
 */
export type SendFailure = { kind: 'later'; seconds: number } | { kind: 'person' } | { kind: 'refused'; code: string }

/** The pauses in seconds after the first, second, third and each later attempt without an answer. */
const pauseSeconds = [5, 10, 30, 60]
const busySeconds = 60

/** Refusals that end once the person signs in, switches back to the account, or unlocks the screen. */
const personCodes = ['NO_LOGIN', 'STEP_UP', 'OTHER_ACCOUNT', 'SCREEN_LOCKED']

export function sendFailure(error: unknown, failuresBefore: number): SendFailure {
  const pause = pauseSeconds[Math.min(failuresBefore, pauseSeconds.length - 1)] ?? busySeconds
  if (error instanceof CircuitOpenError) return { kind: 'later', seconds: error.retryAfterSeconds }
  const asked =
    error instanceof ORPCError ? (error.data as { retryAfterSeconds?: unknown } | null)?.retryAfterSeconds : 0
  const wanted = typeof asked === 'number' ? asked : 0
  if (error instanceof ORPCError && error.status === 429) return { kind: 'later', seconds: wanted || busySeconds }
  if (isConnectionError(error) || isRetryable(error)) return { kind: 'later', seconds: Math.max(pause, wanted) }
  const code = errorCode(error)
  if (personCodes.includes(code)) return { kind: 'person' }
  // Only an error from the server means that the server refuses the change.
  return error instanceof ORPCError ? { kind: 'refused', code } : { kind: 'later', seconds: busySeconds }
}
