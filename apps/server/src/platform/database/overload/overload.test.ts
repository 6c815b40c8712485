import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectionOptions } from '../pools.ts'

const app = await startSharedApp()

/** Occupies `count` connections of the pool until `release` is called. `end` waits until they are free again. */
async function occupyConnections(count: number) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const started: Promise<void>[] = []
  const held: Promise<void>[] = []
  for (let n = 0; n < count; n++) {
    const begun = Promise.withResolvers<void>()
    started.push(begun.promise)
    held.push(
      app.db.asActor({ role: 'worker', id: null }, async (tx) => {
        await tx.run('select 1')
        begun.resolve()
        await released
      }),
    )
  }
  await Promise.all(started)
  return { release, end: () => Promise.all(held) }
}

test('a call that would wait longer than two seconds for a connection is refused with 503 and Retry-After, health answers, and the waiting calls succeed @slow', async () => {
  const therapist = await app.person('therapist')
  const connections = await occupyConnections(4)
  const refused: Response[] = []
  const accepted: Promise<void>[] = []
  let answered = 0
  const call = () => {
    const sent = therapist.send('session/list', { which: 'upcoming' }).then((answer) => {
      if (answer.status === 503) refused.push(answer)
      else answered += answer.status === 200 ? 1 : NaN
    })
    accepted.push(sent)
  }
  for (let n = 0; n < 8; n++) call()
  await vi.waitFor(
    () => {
      call()
      expect(refused).not.toEqual([])
    },
    { timeout: 4_500, interval: 100 },
  )
  expect(answered).toBe(0)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
  expect((await fetch(`${app.address}/health`)).status).toBe(200)

  connections.release()
  await Promise.all([connections.end(), ...accepted])
  expect(answered).toBe(accepted.length - refused.length)
  expect(answered).toBeGreaterThan(0)
  expect((await therapist.send('session/list', { which: 'upcoming' })).status).toBe(200)
})

test('while all connections hang in Postgres, a read is refused, health answers, and reads succeed after the statements are cancelled', async () => {
  const therapist = await app.person('therapist')
  const read = () => therapist.send('session/list', { which: 'upcoming' })
  const sleeps = Array.from({ length: 4 }, () =>
    app.db.asActor({ role: 'worker', id: null }, (tx) => tx.run('select pg_sleep(60)')).catch(() => 'cancelled'),
  )
  const canceller = new pg.Client(connectionOptions(app.databaseUrl, 'attune_login', app.secrets))
  await canceller.connect()
  const sleeping = async () => {
    const { rows } = await canceller.query(
      `select pid from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`,
    )
    return rows.map(({ pid }: { pid: number }) => pid)
  }
  await expect.poll(sleeping).toHaveLength(4)
  const statuses: number[] = []
  const answered: Promise<unknown>[] = []
  // A call that waits in the pool is refused only after five seconds. A call that is refused sooner was refused on arrival.
  await vi.waitFor(
    () => {
      answered.push(read().then(({ status }) => statuses.push(status)))
      expect(statuses).toContain(503)
    },
    { timeout: 4_500, interval: 100 },
  )
  expect(new Set(statuses)).toEqual(new Set([503]))
  expect((await fetch(`${app.address}/health`)).status).toBe(200)

  for (const pid of await sleeping()) await canceller.query('select pg_cancel_backend($1)', [pid])
  await canceller.end()
  expect(await Promise.all(sleeps)).toEqual(Array(4).fill('cancelled'))
  await Promise.all(answered)
  expect((await read()).status).toBe(200)
})
