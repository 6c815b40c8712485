import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openDb } from '../apps/server/src/platform/database/actor.ts'
import { connectionOptions, openPool } from '../apps/server/src/platform/database/pools.ts'
import { openTestSocket, type TestSocket } from '../apps/server/src/testing/socket.ts'
import { median } from './load.ts'
import { megabytesOf } from './memory.ts'
import { headersOf, ids, measuredCount, createBenchPractice, type BenchPractice, signedInCount } from './practice.ts'
import { startBenchServer } from './server.ts'

export type SocketFigures = {
  sockets: number
  megabytesPerThousand: number
  pushP50: number
  listenP50: number
  ratio: number
  missed: number
}

/** Measures the memory of a thousand open sockets, and the time until a change reaches the page of a socket. */
export async function measureSockets(events: number): Promise<SocketFigures> {
  const practice = await createBenchPractice(10_000, 40)
  const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
  const pool = openPool(practice.url, practice.secrets, 2)
  const listener = new pg.Client(connectionOptions(practice.url, 'attune_relay', practice.secrets))
  const open: TestSocket[] = []
  try {
    // The first eight therapists get changes. The other sockets stay open and get none.
    const crowd = Array.from({ length: signedInCount - measuredCount }, (_, n) => n + measuredCount)
    for (let n = 0; n < measuredCount; n++) open.push(await page(practice, server.address, n))
    await pause(3_000)
    const before = megabytesOf(server.pid)
    for (let n = 0; n < 1_000; n++) open.push(await page(practice, server.address, crowd[n % crowd.length] ?? 0))
    await pause(5_000)
    const megabytesPerThousand = megabytesOf(server.pid) - before

    await listener.connect()
    await listener.query('listen attune_change')
    let notified = () => {}
    listener.on('notification', () => notified())
    const db = openDb(pool)
    const times = { push: [] as number[], listen: [] as number[] }
    let missed = 0
    for (let event = 0; event < events; event++) {
      const n = event % measuredCount
      const begun = performance.now()
      const listened = new Promise<number>((resolve) => (notified = () => resolve(performance.now() - begun)))
      const line = open[n] as TestSocket
      line.frames.length = 0
      const pushed = line.frame('change').then(
        () => performance.now() - begun,
        () => null,
      )
      await db.asActor({ role: 'therapist', id: ids.therapist(n) }, (tx) =>
        tx.run('update app.client set phone = $1 where id = $2', [String(event), ids.record(n)]),
      )
      const [listen, push] = [await listened, await pushed]
      if (push === null) missed++
      else {
        times.listen.push(listen)
        times.push.push(push)
      }
      // Pauses between changes, because a socket gets a limited number of events per second.
      await pause(150)
    }
    const [pushP50, listenP50] = [median(times.push), median(times.listen)]
    return { sockets: open.length, megabytesPerThousand, pushP50, listenP50, ratio: pushP50 / listenP50, missed }
  } finally {
    for (const socket of open) socket.close()
    await listener.end()
    await pool.end()
    await server.stop()
    await practice.close()
  }
}

/** Opens a socket that subscribes to changes of the `clients` table. */
async function page(practice: BenchPractice, address: string, n: number): Promise<TestSocket> {
  const { cookie } = headersOf(practice, address, 'therapist', n)
  const socket = openTestSocket(address, { cookies: () => cookie })
  await socket.frame('welcome')
  socket.send({ type: 'subscribe', ref: 'clients', schema: 'public', table: 'clients', event: '*' })
  await socket.frame('subscribed')
  return socket
}
