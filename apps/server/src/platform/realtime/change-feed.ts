import pg from 'pg'
import { nodeConnectionName } from '../database/nodes.ts'
import { connectionOptions } from '../database/pools.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { nodeChannel } from './node-messages.ts'

/** A committed change of a row. It contains ids and states, never text. */
export type FeedChange = {
  /** The name of the table in the database. */
  table_name: string
  row_id: string
  op: 'INSERT' | 'UPDATE' | 'DELETE'
  /** The ids of the accounts that may receive the change. */
  audience: string[]
  /** The values of the columns that a filter can use. */
  keys: Record<string, unknown>
  /** The seconds from the beginning of the transaction that made the change until the feed read it. */
  delay?: number
}

/** Reads the table of changes while it runs, and publishes each committed change once. */
export type ChangeFeed = {
  start(): Promise<void>
  stop(): Promise<void>
  /** Returns the seconds since the last successful read. */
  secondsSinceRead(): number
}

/**
 * The interval in milliseconds at which the feed reads. The feed also reads after each notification of the database, but a notification can
 * be lost.
 */
const pollMilliseconds = 5_000
/** The pause in milliseconds after a read. Changes that are committed during the pause are read together. */
const pauseMilliseconds = 10
const reconnectMilliseconds = [100, 250, 500, 1_000, 2_000]

/**
 * The timeline of the database in hexadecimal. It changes when a standby takes over, which may lack the last transactions of the previous primary.
 * `pg_control_checkpoint()` names the new timeline only after the next checkpoint. On a standby this expression fails, because `pg_current_wal_lsn()`
 * does.
 */
const timelineNow = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)'

/**
 * Reads the changes that have become visible since the snapshot $1, and the current snapshot as the next cursor. One
 * statement reads the changes and the cursor from the same snapshot. A transaction that was open at $1 is therefore
 * neither missed nor read twice, however late it commits.
 */
const read = `
  select s.now::text as cursor, s.timeline, c.table_name, c.row_id, c.op, c.audience, c.keys,
    extract(epoch from clock_timestamp() - c.at)::float8 as delay
  from (select pg_current_snapshot() as now, ${timelineNow} as timeline) s
  left join app.change c on c.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)
  order by c.id`

export type FeedOptions = {
  installerUrl: string
  secrets: Secrets
  log: Log
  publish: (changes: FeedChange[]) => Promise<void>
  /** Called after a standby took over: changes may have been lost or missed, so everything that was read before is outdated. */
  onTakeover: () => Promise<void>
  /** Called with each message that another node has sent, see `NodeMessages`. */
  onNodeMessage: (payload: string) => void
}

/** A position in the change feed: a snapshot, and the timeline in which it was taken. */
type Cursor = { cursor: string; timeline: string }

/**
 * Reads the table of changes as attune_relay and publishes each committed change once. After a lost connection the feed reconnects and
 * continues at its cursor. A cursor is valid in its timeline only, because transaction numbers are assigned again after a standby took over.
 */
export function openChangeFeed(options: FeedOptions): ChangeFeed {
  const { log, publish, onTakeover } = options
  let at: Cursor | null = null
  let readAt = performance.now()
  const listener = openListener({ ...options, onChange: () => reader.start() })
  const reader = openReader(readChanges)

  async function readChanges() {
    const from = listener.client()
    if (!from) return
    try {
      if (at === null) {
        const { rows } = await from.query<Cursor>(
          `select pg_current_snapshot()::text as cursor, ${timelineNow} as timeline`,
        )
        at = rows[0] ?? null
        return
      }
      const { rows } = await from.query<FeedChange & Cursor>({ name: 'changes', text: read, values: [at.cursor] })
      const [first] = rows
      const changes = rows.filter((row) => row.table_name !== null)
      if (first && first.timeline !== at.timeline) await onTakeover()
      else if (changes.length > 0) await publish(changes)
      // Advances the cursor last, so that changes that could not be published are read again.
      if (first) at = { cursor: first.cursor, timeline: first.timeline }
      readAt = performance.now()
    } catch (error) {
      log.warn('the relay cannot read', { error })
      await from.end().catch(() => {})
      listener.handleLoss(from)
    }
  }

  return {
    async start() {
      await listener.connect()
      await reader.running()
    },
    async stop() {
      reader.stop()
      await listener.stop()
      await reader.running()?.catch(() => {})
    },
    secondsSinceRead: () => (performance.now() - readAt) / 1_000,
  }
}

type ListenerOptions = Pick<FeedOptions, 'installerUrl' | 'secrets' | 'log' | 'onNodeMessage'> & {
  onChange: () => void
}

/**
 * Creates a listener that connects to the database, reconnects after a loss, and receives notifications. Calls `onNodeMessage` for messages of other
 * nodes, and `onChange` for changes and after each connect.
 */
function openListener({ installerUrl, secrets, log, onChange, onNodeMessage }: ListenerOptions) {
  let client: pg.Client | null = null
  let stopped = false
  let losses = 0
  let reconnectTimer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = await listen(installerUrl, secrets)
    if (stopped) return next.end()
    next.on('notification', ({ channel, payload }) => {
      if (channel === nodeChannel) onNodeMessage(payload ?? '')
      else onChange()
    })
    next.on('end', () => handleLoss(next))
    client = next
    losses = 0
    onChange()
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

  return {
    connect,
    handleLoss,
    /** Returns the open connection; null while there is none. */
    client: () => (stopped ? null : client),
    async stop() {
      stopped = true
      clearTimeout(reconnectTimer)
      await client?.end().catch(() => {})
    },
  }
}

/** Returns a new connection that listens to the database's notifications of changes and to the messages of other nodes. */
async function listen(installerUrl: string, secrets: Secrets): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionOptions(installerUrl, 'attune_relay', secrets),
    application_name: nodeConnectionName(secrets),
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('listen attune_change; listen attune_node')
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Calls `readOnce` every five seconds and whenever `start` is called, but never twice at the same time. */
function openReader(readOnce: () => Promise<void>) {
  let stopped = false
  let reading: Promise<void> | null = null
  let again = false

  /** Starts a read. If a read is already running or has just ended, one more read starts after the pause. */
  function start() {
    if (reading) {
      again = true
      return
    }
    reading = readOnce()
    void reading.then(() => setTimeout(finish, pauseMilliseconds))
  }

  function finish() {
    reading = null
    if (!again || stopped) return
    again = false
    start()
  }

  const polling = setInterval(start, pollMilliseconds)
  polling.unref()
  return {
    start,
    running: () => reading,
    stop() {
      stopped = true
      clearInterval(polling)
    },
  }
}
