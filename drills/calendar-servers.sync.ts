import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type {
  FilesThere,
  RandomTarget,
} from '../apps/server/src/features/schedule/external-calendar/sync/random.testing.ts'
import { openDb } from '../apps/server/src/platform/database/actor.ts'
import { openPool } from '../apps/server/src/platform/database/pools.ts'
import { type ProxyFaults, startCalendarProxy } from '../apps/server/src/testing/calendar/proxy.ts'
import {
  type CalendarServer,
  type CalendarServerName,
  startCalendarServer,
} from '../apps/server/src/testing/calendar/servers.ts'
import { createTestCluster } from '../apps/server/src/testing/database/cluster.ts'
import { createDatabase, testSecrets } from '../apps/server/src/testing/database/database.ts'
import type { BenchServer } from '../bench/server.ts'
import { createDrillContext, type DrillContext } from './context.ts'
import { openServerClock } from './reminders.clock.ts'

const tenMinutes = 10 * 60_000
const settings = { direction: 'both', privacy: 'busy', withPlace: false, follows: false } as const

type SyncedTarget = Omit<RandomTarget, 'sync'> & { sync(): Promise<{ events: number; state: string }> }

/** Connects a therapist's calendar with a calendar server over an unreliable line. Two processes of the product sync the calendar. */
export async function openDisturbedSync(name: CalendarServerName, next: () => number) {
  const cluster = await createTestCluster()
  // The clock of the calendar server differs from those of both processes.
  const server = await startCalendarServer(name, name === 'radicale' ? -tenMinutes : 2 * tenMinutes)
  const proxy = await startCalendarProxy(server)
  const { url } = await createDatabase(cluster.adminUrl)
  const context = await openContext(url)
  const clock = openServerClock(context.dataDir)
  clock.set(tenMinutes)
  const env = { CALENDAR_LOCAL_HOSTS: proxy.host }
  const start = () => Promise.all([context.start(env), context.start({ ...env, ...clock.env })])
  let nodes: BenchServer[] = await start()
  const [pair] = context.pairs
  if (!pair) throw new Error('no therapist')
  const pool = openPool(url, testSecrets, 1)
  const db = openDb(pool)
  const actor = { role: 'therapist', id: pair.therapistId } as const
  const counts = { kills: 0, collisions: 0, lostAnswers: 0, refusedWrites: () => proxy.answers.get(412) ?? 0 }
  const some = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item

  const apiOf = (node: BenchServer) => context.caller(node.address, pair, 'therapist').api
  const api = () => apiOf(some(nodes))
  const calendarId = randomUUID()
  const { path } = await connect(apiOf(nodes[0] as BenchServer))

  async function connect({ externalCalendar }: ReturnType<typeof apiOf>) {
    const accountId = randomUUID()
    const { name: userName, password } = server.user
    await externalCalendar.connect({ id: accountId, address: proxy.origin, userName, password })
    await externalCalendar.add({ id: calendarId, accountId, url: null, ...settings })
    const { calendars } = await externalCalendar.find({ id: accountId })
    return { path: new URL(calendars.find((one) => one.calendarId === calendarId)?.url ?? '').pathname }
  }

  /** Whether a process syncs the calendar now. */
  const isBusy = () =>
    db.asActor(actor, async (tx) => {
      const { rows } = await tx.run<{ busy: boolean }>(
        'select lease is not null and lease_until > clock_timestamp() as busy from app.external_calendar where id = $1',
        [calendarId],
      )
      return rows[0]?.busy ?? false
    })
  /** Syncs with one process or both, and waits for syncs that are already running. */
  const sync: SyncedTarget['sync'] = async () => {
    const chosen = next() < 0.3 ? nodes : [some(nodes)]
    const results = await Promise.all(chosen.map((node) => apiOf(node).externalCalendar.syncNow({ id: calendarId })))
    while (await isBusy()) await pause(50)
    return results.at(-1) ?? { events: 0, state: '' }
  }

  async function kill(): Promise<void> {
    await Promise.all(
      nodes.map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill('SIGKILL')
        await once(child, 'exit')
      }),
    )
  }
  /** Syncs until both processes are killed, and starts them again. Ends the lease, as two minutes without a heartbeat would. */
  async function killed(when: 'before' | 'after' | 'any'): Promise<void> {
    let kills = 0
    const once = async () => {
      if (kills++ === 0) await kill()
    }
    const spared = Math.floor(next() * 3)
    let writes = 0
    const atWrite = () => (writes++ >= spared ? once() : undefined)
    if (when !== 'any') proxy.fails(when === 'before' ? { beforeWrite: atWrite } : { afterWrite: atWrite })
    const timer = when === 'any' ? pause(next() * 300).then(once) : null
    await sync().catch(() => {})
    await timer
    proxy.fails({})
    if (kills === 0) return
    counts.kills++
    nodes = await start()
    await db.asActor(actor, (tx) =>
      tx.run('update app.external_calendar set lease_until = clock_timestamp() where id = $1', [calendarId]),
    )
  }

  async function during(faults: ProxyFaults): Promise<void> {
    proxy.fails(faults)
    await sync()
    proxy.fails({})
  }
  const lostAnswer = () => void counts.lostAnswers++
  let turn = 0
  const interruptions = [
    () => during({ status: 503 }),
    () => during({ losesAnswers: true, afterWrite: lostAnswer }),
    () => during({ losesToken: true }),
    () => killed('before'),
    () => killed('after'),
    () => killed('any'),
  ]
  const target: SyncedTarget = {
    api,
    record: pair.recordId,
    from: new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3 * 24 * 3_600_000).toISOString(),
    there: filesOf(server, path),
    sync,
    // The interruptions take turns, so that even a short drill has each of them.
    interrupt: () => interruptions[turn++ % interruptions.length]?.() ?? sync(),
    async collide(change) {
      let begun = false
      const beforeWrite = async () => {
        if (begun) return
        begun = true
        counts.collisions++
        await change()
      }
      await during({ beforeWrite })
    },
  }
  return {
    target,
    counts,
    close: async () => {
      await Promise.all(nodes.map((node) => node.stop()))
      await pool.end()
      await context.close()
      await proxy.close()
      await server.stop()
      await cluster.stop()
    },
  }
}

async function openContext(url: string): Promise<DrillContext> {
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-drill-'))
  mkdirSync(join(dataDir, 'secrets'), { mode: 0o700 })
  writeFileSync(join(dataDir, 'secrets', 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 })
  return createDrillContext(1, { url, secrets: testSecrets, dataDir })
}

const hrefs = /href>[^<]*?([^</]+\.ics)</g
const listBody = '<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>'

/** The files of a calendar, as another program reads and changes them directly on the calendar server. */
function filesOf({ send }: CalendarServer, path: string): FilesThere {
  const read = async (name: string) => {
    const answer = await send('GET', path + name)
    const data = await answer.text()
    return answer.status === 200 ? data : undefined
  }
  const accepted = async (sent: Promise<Response>) => {
    const answer = await sent
    await answer.text()
    if (answer.status >= 300 || answer.status === 207) throw new Error(`the calendar server answered ${answer.status}`)
  }
  return {
    read,
    async list() {
      const headers = { depth: '1', 'content-type': 'application/xml' }
      const names = [...(await (await send('PROPFIND', path, { headers, body: listBody })).text()).matchAll(hrefs)]
      const files = new Map<string, string>()
      // The files are read sequentially, because Radicale closes connections beyond the eighth.
      for (const [, name = ''] of names) files.set(name, (await read(name)) ?? '')
      return files
    },
    write: (name, body) => accepted(send('PUT', path + name, { headers: { 'content-type': 'text/calendar' }, body })),
    delete: (name) => accepted(send('DELETE', path + name)),
  }
}
