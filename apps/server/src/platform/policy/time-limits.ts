import type { Db } from '../database/actor.ts'
import { unavailableError } from './unavailable.ts'

/**
 * The time limit of a call, in milliseconds. The server answers a longer call with 503 and Retry-After, so that the browser sends it again.
 */
const deadlineMilliseconds = 9_000
/** The maximum expected wait for a database connection, in milliseconds. Calls that would wait longer are refused. */
const longestWaitMilliseconds = 2_000

/**
 * Throws UNAVAILABLE if a call that arrives now would wait too long for a connection. A refusal at once leaves the connections to the calls that
 * already wait.
 */
export function refuseIfOverloaded({ expectedWait }: Pick<Db, 'expectedWait'>): void {
  const wait = expectedWait()
  if (wait > longestWaitMilliseconds) throw unavailableError(undefined, Math.ceil(wait / 1000))
}

/** Throws UNAVAILABLE if the work takes longer than the time limit of a call. The work itself continues. */
export async function withinDeadline<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailableError()), deadlineMilliseconds)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
