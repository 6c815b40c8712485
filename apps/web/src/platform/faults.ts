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

export type ErrorClass = 'NOT_FOUND' | 'NETWORK_ERROR' | 'TIMEOUT' | 'SERVER_ERROR' | 'CLIENT_ERROR' | 'UNKNOWN_ERROR'

/** The class of row 8.07 that an error belongs to. */
export function errorClass(error: unknown): ErrorClass {
  if (error instanceof ConnectionError) return error.kind
  if (!(error instanceof ORPCError)) return 'UNKNOWN_ERROR'
  if (error.status === 404) return 'NOT_FOUND'
  if (error.status >= 500) return 'SERVER_ERROR'
  return error.status >= 400 ? 'CLIENT_ERROR' : 'UNKNOWN_ERROR'
}

/** The name of a refusal, e.g. `SLOT_TAKEN`; a class of error where no refusal was given. */
export const codeOf = (error: unknown): string => (error instanceof ORPCError ? error.code : errorClass(error))

const requestIds = new WeakMap<Error, string>()

/** Keeps the number under which the server's log knows a refused request. */
export function keepRequestId(error: Error, id: string | null) {
  if (id) requestIds.set(error, id)
  return error
}

/** The number to tell support; null where the server gave none. */
export const requestIdOf = (error: unknown) => (error instanceof Error ? (requestIds.get(error) ?? null) : null)
