import { ORPCError } from '@orpc/client'

/** Thrown if a request gets no answer, because the network failed or the answer took too long. */
export class ConnectionError extends Error {
  readonly kind: 'NETWORK_ERROR' | 'TIMEOUT'
  constructor(kind: 'NETWORK_ERROR' | 'TIMEOUT', cause?: unknown) {
    super(kind, { cause })
    this.name = 'ConnectionError'
    this.kind = kind
  }
}

/** Whether a call got no answer because of the connection. */
export const isConnectionError = (error: unknown) => error instanceof ConnectionError

/** Whether this device could not store something, in files of the app or in the database of the browser. */
export const isStorageError = (error: unknown) => (error as Error | null)?.name === 'QuotaExceededError'

/** Thrown if the circuit breaker does not send a call, because similar calls failed too often within a short time. */
export class CircuitOpenError extends Error {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('CIRCUIT_OPEN')
    this.name = 'CircuitOpenError'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The error classes of row 8.07. True means that the same call may succeed when it is sent again. */
const retryability = {
  NOT_FOUND: false,
  NETWORK_ERROR: true,
  TIMEOUT: true,
  SERVER_ERROR: true,
  CLIENT_ERROR: false,
  UNKNOWN_ERROR: false,
} as const
export type ErrorClass = keyof typeof retryability

/**
 * Error codes of the backend client's tables: PGRST116 for a missing row, PGRST204 for an unknown column, PGRST301 for
 * an expired login. The last two are retried.
 */
const tableCodes: Record<string, { class: ErrorClass; retryable: boolean }> = {
  PGRST116: { class: 'NOT_FOUND', retryable: false },
  PGRST204: { class: 'CLIENT_ERROR', retryable: true },
  PGRST301: { class: 'CLIENT_ERROR', retryable: true },
}
const tableCode = (error: unknown) =>
  tableCodes[error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '']

/** Returns the error class of row 8.07 to which an error belongs. */
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

/** Whether a failed call can be sent again [8.07]. The caller must make sure that repeating the call is safe. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof CircuitOpenError) return false
  return tableCode(error)?.retryable ?? retryability[errorClass(error)]
}

/**
 * Returns the code of a refusal, e.g. `SLOT_TAKEN`. Returns `UNAVAILABLE` if the circuit breaker stopped the call, `STORAGE_FULL` if this device
 * could not store something, and the error class for any other error.
 */
export function errorCode(error: unknown): string {
  if (error instanceof CircuitOpenError) return 'UNAVAILABLE'
  if (isStorageError(error)) return 'STORAGE_FULL'
  return error instanceof ORPCError ? error.code : errorClass(error)
}

/**
 * Whether the server refused a call because the address of this page or of the server is wrong. Only the person who runs the server can correct the
 * address.
 */
export const isWrongAddress = (error: unknown) =>
  error instanceof ORPCError && ['WRONG_ORIGIN', 'UNKNOWN_HOST'].includes(error.code)

/** Returns the limit that a refusal LIMIT_REACHED contains, and undefined for any other error. */
export const reachedLimit = (error: unknown): number | undefined =>
  error instanceof ORPCError && error.code === 'LIMIT_REACHED'
    ? (error.data as { limit?: number } | undefined)?.limit
    : undefined

/**
 * Returns the delay in seconds that an overloaded server requests before a retry. Returns undefined for any other error, including a 503 that
 * requests no delay.
 */
export function requestedDelay(error: unknown): number | undefined {
  const seconds: unknown =
    error instanceof ORPCError && error.status === 503 ? error.data?.retryAfterSeconds : undefined
  return typeof seconds === 'number' ? seconds : undefined
}

const requestIds = new WeakMap<Error, string>()

/** Attaches a request id to an error. The server's log contains the same id, so support can find the request. */
export function attachRequestId(error: Error, id: string | null) {
  if (id) requestIds.set(error, id)
  return error
}

/** Returns the request id of an error, which a person can give to support. Returns null if the server sent none. */
export const requestIdOf = (error: unknown) => (error instanceof Error ? (requestIds.get(error) ?? null) : null)

/** Returns the data of a refusal with this code, otherwise null. The caller specifies the type of the data, which is not checked. */
export const refusalData = <Data>(error: unknown, code: string): Data | null =>
  error instanceof ORPCError && error.code === code ? (error.data as Data) : null
