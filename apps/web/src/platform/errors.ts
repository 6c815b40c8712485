import { ORPCError } from '@orpc/client'

/** The request got no answer: the network failed, or the answer took too long. */
export class ConnectionError extends Error {
  readonly kind: 'NETWORK_ERROR' | 'TIMEOUT'
  constructor(kind: 'NETWORK_ERROR' | 'TIMEOUT', cause?: unknown) {
    super(kind, { cause })
    this.name = 'ConnectionError'
    this.kind = kind
  }
}

/** The call was not sent, because it failed too often within a short time. */
export class CircuitOpenError extends Error {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('CIRCUIT_OPEN')
    this.name = 'CircuitOpenError'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The error classes of row 8.07, each with whether the same call may succeed when sent again. */
const retryability = {
  NOT_FOUND: false,
  NETWORK_ERROR: true,
  TIMEOUT: true,
  SERVER_ERROR: true,
  CLIENT_ERROR: false,
  UNKNOWN_ERROR: false,
} as const
export type ErrorClass = keyof typeof retryability

/** Codes of the backend client's tables. Those of an expired login and of an unknown column are retried. */
const tableCodes: Record<string, { class: ErrorClass; retryable: boolean }> = {
  PGRST116: { class: 'NOT_FOUND', retryable: false },
  PGRST204: { class: 'CLIENT_ERROR', retryable: true },
  PGRST301: { class: 'CLIENT_ERROR', retryable: true },
}
const tableCode = (error: unknown) =>
  tableCodes[error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '']

/** The class of row 8.07 that an error belongs to. */
export function errorClass(error: unknown): ErrorClass {
  const known = tableCode(error)
  if (known) return known.class
  if (error instanceof ConnectionError) return error.kind
  if (error instanceof CircuitOpenError) return 'SERVER_ERROR'
  const status = error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 0
  if (status === 404) return 'NOT_FOUND'
  if (status >= 500) return 'SERVER_ERROR'
  return status >= 400 ? 'CLIENT_ERROR' : 'UNKNOWN_ERROR'
}

/** Whether a failed call that is safe to repeat may be sent again [8.07]. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof CircuitOpenError) return false
  return tableCode(error)?.retryable ?? retryability[errorClass(error)]
}

/** The code of a refusal, e.g. `SLOT_TAKEN`, or the error class where there was no refusal. */
export function errorCode(error: unknown): string {
  if (error instanceof CircuitOpenError) return 'UNAVAILABLE'
  return error instanceof ORPCError ? error.code : errorClass(error)
}

const requestIds = new WeakMap<Error, string>()

/** Attaches a request id to an error. The server's log contains the same id. */
export function attachRequestId(error: Error, id: string | null) {
  if (id) requestIds.set(error, id)
  return error
}

/** The request id for support; null where the server gave none. */
export const requestIdOf = (error: unknown) => (error instanceof Error ? (requestIds.get(error) ?? null) : null)
