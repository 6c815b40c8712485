import type pg from 'pg'

/** The weight of the latest connection in the mean time for which connections are held. */
const weight = 0.05

type MeasuredPool = Pick<pg.Pool, 'on' | 'waitingCount'> & { options: { max: number } }

/**
 * Measures how long the connections of a pool are held. Returns a function that estimates, in milliseconds, how long a transaction that starts now
 * waits for a connection: the number of waiting transactions times the mean time between two released connections, plus the time for which no
 * connection has been acquired or released, because all of them may hang. Returns 0 if no transaction waits.
 */
export function measureExpectedWait(pool: MeasuredPool, now: () => number = () => performance.now()): () => number {
  const acquiredAt = new WeakMap<pg.PoolClient, number>()
  let meanHeld = 0
  let lastChange = now()
  pool.on('acquire', (client) => {
    lastChange = now()
    acquiredAt.set(client, lastChange)
  })
  pool.on('release', (_, client) => {
    lastChange = now()
    meanHeld += weight * (lastChange - (acquiredAt.get(client) ?? lastChange) - meanHeld)
  })
  return () => {
    const { waitingCount, options } = pool
    return waitingCount === 0 ? 0 : (waitingCount * meanHeld) / options.max + now() - lastChange
  }
}
