import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { WebSocket as Socket } from 'ws'
import { openDb } from '../apps/server/src/platform/database/actor.ts'
import { connectionTo, openPools } from '../apps/server/src/platform/database/pools.ts'
import { median } from './load.ts'
import { megabytesOf } from './memory.ts'
import { headersOf, ids, measured, openPractice, type Practice, signedIn } from './practice.ts'
import { startProduct } from './product.ts'

/** From the server's own dependencies: the root has none of its own. */
const { WebSocket } = createRequire(new URL('../apps/server/package.json', import.meta.url))(
  'ws',
) as typeof import('ws')

export type SocketFigures = {
  sockets: number
  megabytesPerThousand: number
  pushP50: number
  listenP50: number
  ratio: number
  missed: number
}

/** A thousand open pages; what they weigh, and how long a change takes to the one page that it concerns. */
export async function measureSockets(events: number): Promise<SocketFigures> {
  const practice = await openPractice(10_000, 40)
  const server = await startProduct({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
  const pools = openPools(practice.url, practice.secrets, 2)
  const listener = new pg.Client(connectionTo(practice.url, 'attune_relay', practice.secrets))
  const open: Socket[] = []
  try {
    // The first eight therapists are told of changes; all others keep their pages open and hear nothing.
    const crowd = Array.from({ length: signedIn - measured }, (_, n) => n + measured)
    const heard = new Map<number, () => void>()
    for (let n = 0; n < measured; n++) open.push(await page(practice, server.address, n, () => heard.get(n)?.()))
    await pause(3_000)
    const before = megabytesOf(server.pid)
    for (let n = 0; n < 1_000; n++)
      open.push(await page(practice, server.address, crowd[n % crowd.length] ?? 0, () => {}))
    await pause(5_000)
    const megabytesPerThousand = megabytesOf(server.pid) - before

    await listener.connect()
    await listener.query('listen attune_change')
    let notified = () => {}
    listener.on('notification', () => notified())
    const db = openDb(pools.login)
    const times = { push: [] as number[], listen: [] as number[] }
    let missed = 0
    for (let event = 0; event < events; event++) {
      const n = event % measured
      const begun = performance.now()
      const listened = new Promise<number>((resolve) => (notified = () => resolve(performance.now() - begun)))
      const pushed = new Promise<number>((resolve) => heard.set(n, () => resolve(performance.now() - begun)))
      await db.asActor({ role: 'therapist', id: ids.therapist(n) }, (tx) =>
        tx.run('update app.client set phone = $1 where id = $2', [String(event), ids.record(n)]),
      )
      const late = pause(5_000, null)
      const [listen, push] = [await listened, await Promise.race([pushed, late])]
      if (push === null) missed++
      else {
        times.listen.push(listen)
        times.push.push(push)
      }
      // A page is told at most so often in a second; each waits its turn.
      await pause(150)
    }
    const [pushP50, listenP50] = [median(times.push), median(times.listen)]
    return { sockets: open.length, megabytesPerThousand, pushP50, listenP50, ratio: pushP50 / listenP50, missed }
  } finally {
    for (const socket of open) socket.terminate()
    await listener.end()
    await pools.end()
    await server.stop()
    await practice.close()
  }
}

/** An open page that follows its clients. */
function page(practice: Practice, address: string, n: number, onChange: () => void): Promise<Socket> {
  const { cookie, origin } = headersOf(practice, address, 'therapist', n)
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/realtime`, {
    headers: { cookie },
    origin,
    perMessageDeflate: false,
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { type: string }
      if (frame.type === 'welcome')
        socket.send(
          JSON.stringify({ type: 'subscribe', ref: 'clients', schema: 'public', table: 'clients', event: '*' }),
        )
      if (frame.type === 'subscribed') resolve(socket)
      if (frame.type === 'change') onChange()
    })
  })
}
