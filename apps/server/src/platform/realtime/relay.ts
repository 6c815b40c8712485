import pg from 'pg'
import { connectionTo } from '../database/pools.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'

export type ChangeRow = {
  table_name: string
  row_id: string
  op: 'INSERT' | 'UPDATE' | 'DELETE'
  audience: string[]
  keys: Record<string, unknown>
}

export type Relay = { start(): Promise<void>; stop(): Promise<void> }

/** A listener that was told nothing for so long looks by itself: a notice is a hint and can be lost. */
const lookMilliseconds = 5_000
const reconnectMilliseconds = [100, 250, 500, 1_000, 2_000]

/**
 * What has become visible since the snapshot $1, in one statement and so in one snapshot: a transaction that was still
 * open then is neither missed nor told twice, however late it commits.
 */
const read = `
  select s.now::text as cursor, c.table_name, c.row_id, c.op, c.audience, c.keys
  from (select pg_current_snapshot() as now) s
  left join app.change c on c.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)
  order by c.id`

/** Follows the table of changes as attune_relay and hands on each committed change once. A lost connection is made anew and reads on from its cursor. */
export function openRelay(
  installerUrl: string,
  secrets: Secrets,
  log: Log,
  hand: (changes: ChangeRow[]) => Promise<void>,
): Relay {
  let client: pg.Client | null = null
  let cursor: string | null = null
  let stopped = false
  let reading: Promise<void> | null = null
  let again = false
  let losses = 0
  let comeback: NodeJS.Timeout | undefined

  async function connect() {
    const next = new pg.Client(connectionTo(installerUrl, 'attune_relay', secrets))
    next.on('error', () => {})
    try {
      await next.connect()
      await next.query('listen attune_change')
      if (stopped) return await next.end()
      next.on('notification', look)
      next.on('end', () => lost(next))
      client = next
      losses = 0
      look()
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
  }

  function lost(gone: pg.Client) {
    if (client !== gone) return
    client = null
    if (!stopped) comeBack()
  }

  function comeBack() {
    const pause = reconnectMilliseconds[Math.min(losses++, reconnectMilliseconds.length - 1)]
    clearTimeout(comeback)
    comeback = setTimeout(() => {
      connect().catch((error: unknown) => {
        log.warn('the relay cannot listen', { error })
        if (!stopped) comeBack()
      })
    }, pause)
  }

  /** Notices that come while a read is under way mean one more read after it, not many. */
  function look() {
    if (reading) {
      again = true
      return
    }
    reading = readOn().finally(() => {
      reading = null
      if (again && !stopped) {
        again = false
        look()
      }
    })
  }

  async function readOn() {
    const from = client
    if (!from || stopped) return
    try {
      if (cursor === null) {
        const { rows } = await from.query<{ cursor: string }>('select pg_current_snapshot()::text as cursor')
        cursor = rows[0]?.cursor ?? null
        return
      }
      const { rows } = await from.query<ChangeRow & { cursor: string }>({
        name: 'changes',
        text: read,
        values: [cursor],
      })
      const changes = rows.filter((row) => row.table_name !== null)
      if (changes.length > 0) await hand(changes)
      // Only now: what could not be handed on is read again.
      cursor = rows[0]?.cursor ?? cursor
    } catch (error) {
      log.warn('the relay cannot read', { error })
      await from.end().catch(() => {})
      lost(from)
    }
  }

  const looking = setInterval(look, lookMilliseconds)
  looking.unref()

  return {
    async start() {
      await connect()
      await reading
    },
    async stop() {
      stopped = true
      clearInterval(looking)
      clearTimeout(comeback)
      await client?.end().catch(() => {})
      await reading?.catch(() => {})
    },
  }
}
