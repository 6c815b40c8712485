import { ORPCError } from '@orpc/server'

/** After so many seconds a browser may try again when the database is away. */
export const retryAfterSeconds = 2

const awayCodes = /^(08...|57P0[1-5]|57014|53[34]00|25P0[34]|55P03|E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|NOENT|HOSTUNREACH|NETUNREACH|AI_AGAIN)|ENOENT)$/
const awayWords = /timeout|terminated|connection error|not queryable|pool is (closed|draining)|after calling end/i

/** Whether an error says that the database cannot answer now, rather than that something is wrong with the call. */
export function isAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false
  const { code, severity } = error as Error & { code?: unknown; severity?: unknown }
  if (typeof code === 'string' && awayCodes.test(code)) return true
  if (severity === 'FATAL' || error.name === 'Indeterminate') return true
  if (code === undefined && awayWords.test(error.message)) return true
  if (error instanceof AggregateError && error.errors.some((one) => isAway(one, depth + 1))) return true
  return isAway(error.cause, depth + 1)
}

export const unavailable = (cause?: unknown) =>
  new ORPCError('UNAVAILABLE', { status: 503, data: { retryAfterSeconds }, cause })
