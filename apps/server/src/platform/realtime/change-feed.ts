import pg from 'pg'
import { connectionOptions } from '../database/pools.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets/secrets.ts'

export type FeedChange = {
  table_name: string
  row_id: string
  op: 'INSERT' | 'UPDATE' | 'DELETE'
  audience: string[]
  keys: Record<string, unknown>
}

export type ChangeFeed = { start(): Promise<void>; stop(): Promise<void> }

/**
 * The interval in milliseconds at which the feed reads. The feed also reads after each notification of the database, but a notification can
 * be lost.
 */
const pollMilliseconds = 5_000
/** The pause in milliseconds after a read. Changes that are committed during the pause are read together. */
const pauseMilliseconds = 10
const reconnectMilliseconds = [100, 250, 500, 1_000, 2_000]

/**
 * Reads the changes that have become visible since the snapshot $1, and the current snapshot as the next cursor. One
 * statement reads the changes and the cursor from the same snapshot. A transaction that was open at $1 is therefore
 * neither missed nor read twice, however late it commits.
 */
const read = `
  select s.now::text as cursor, c.table_name, c.row_id, c.op, c.audience, c.keys
  from (select pg_current_snapshot() as now) s
  left join app.change c on c.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)
  order by c.id`

/**
 * Reads the table of changes as attune_relay and publishes each committed change once. After a lost connection the feed reconnects and
 * continues at its cursor.
 */
export function openChangeFeed(
  installerUrl: string,
  secrets: Secrets,
  log: Log,
  publish: (changes: FeedChange[]) => Promise<void>,
): ChangeFeed {
  let client: pg.Client | null = null
  let cursor: string | null = null
  let stopped = false
  let reading: Promise<void> | null = null
  let again = false
  let losses = 0
  let reconnectTimer: NodeJS.Timeout | undefined

  async function connect() {
    const next = new pg.Client(connectionOptions(installerUrl, 'attune_relay', secrets))
    next.on('error', () => {})
    try {
      await next.connect()
      await next.query('listen attune_change')
      if (stopped) return await next.end()
      next.on('notification', startReading)
      next.on('end', () => handleLoss(next))
      client = next
      losses = 0
      startReading()
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
  }

  function handleLoss(gone: pg.Client) {
    if (client !== gone) return
    client = null
    if (!stopped) reconnect()
  }

  function reconnect() {
    const pause = reconnectMilliseconds[Math.min(losses++, reconnectMilliseconds.length - 1)]
    clearTimeout(reconnectTimer)
    reconnectTimer = setTimeout(() => {
      connect().catch((error: unknown) => {
        log.warn('the relay cannot listen', { error })
        if (!stopped) reconnect()
      })
    }, pause)
  }

  /** Starts a read. If a read is already running or has just ended, one more read starts after the pause. */
  function startReading() {
    if (reading) {
      again = true
      return
    }
    reading = readChanges()
    void reading.then(() => setTimeout(finishReading, pauseMilliseconds))
  }

  function finishReading() {
    reading = null
    if (!again || stopped) return
    again = false
    startReading()
  }

  async function readChanges() {
    const from = client
    if (!from || stopped) return
    try {
      if (cursor === null) {
        const { rows } = await from.query<{ cursor: string }>('select pg_current_snapshot()::text as cursor')
        cursor = rows[0]?.cursor ?? null
        return
      }
      const { rows } = await from.query<FeedChange & { cursor: string }>({
        name: 'changes',
        text: read,
        values: [cursor],
      })
      const changes = rows.filter((row) => row.table_name !== null)
      if (changes.length > 0) await publish(changes)
      // Advances the cursor last, so that changes that could not be published are read again.
      cursor = rows[0]?.cursor ?? cursor
    } catch (error) {
      log.warn('the relay cannot read', { error })
      await from.end().catch(() => {})
      handleLoss(from)
    }
  }

  const polling = setInterval(startReading, pollMilliseconds)
  polling.unref()

  return {
    async start() {
      await connect()
      await reading
    },
    async stop() {
      stopped = true
      clearInterval(polling)
      clearTimeout(reconnectTimer)
      await client?.end().catch(() => {})
      await reading?.catch(() => {})
    },
  }
}
