import pg from 'pg'
import { replicationPassword, replicationUser } from '../../database/embedded/cluster.ts'
import type { LogIdentity } from './keys.rules.ts'
import { type LogPosition, parsePosition, positionText, segmentStartOf } from './positions.rules.ts'
import type { LogSpool } from './spool.ts'

/** The replication slot that makes Postgres keep its log until it is received. */
export const logSlot = 'attune_log'

/** The running Postgres that sends its log. */
export type ReplicationServer = {
  /** The port of the running Postgres on loopback. */
  port: number
  /** The password of the install user. */
  password: string
}

/** The beginning of a stream of the log. */
export type LogBegin = {
  identity: LogIdentity
  /** The position of the first byte. */
  start: LogPosition
  /**
   * Whether the stream uses the existing slot (`kept`), created the first slot (`missing`), or replaced a slot that had lost a part of the log
   * (`lost`).
   */
  slot: 'kept' | 'missing' | 'lost'
}

type ReceiveOptions = ReplicationServer & {
  spool: LogSpool
  signal: AbortSignal
  /** Called before the first byte is received. */
  onBegin(begin: LogBegin): void
}

/** Members of `pg` that carry the messages of a COPY and are missing from its types. */
type StreamQuery = pg.Query & {
  handleCopyData(message: { chunk: Buffer }): void
  callback(error: Error | null): void
}
type StreamConnection = {
  sendCopyFromChunk(chunk: Buffer): void
  stream: { destroy(): void }
  once(event: 'replicationStart', listener: () => void): void
}

const [logBytes, keepAlive, standbyStatus] = [0x77, 0x6b, 0x72]
/** The size of the header of a message with log data: its kind, the position, the end of the log and the time. */
const messageHead = 25
/** The beginning of the year 2000, from which Postgres counts time, in milliseconds since 1970. */
const postgresEpoch = Date.UTC(2000, 0, 1)
/** The interval in milliseconds at which received bytes are synced and acknowledged. */
const syncMilliseconds = 1_000

/** Opens a connection with the replication protocol, to the database `postgres` instead of the product's own database. */
async function connect({ port, password }: ReplicationServer): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: replicationUser,
    password: replicationPassword(password),
    database: 'postgres',
    replication: 'database',
    connectionTimeoutMillis: 10_000,
  } as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect()
  return client
}

async function readOnce<T>(server: ReplicationServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(server)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

type SystemRow = { systemid: string; timeline: number; xlogpos: string }

async function identify(client: pg.Client): Promise<LogIdentity & { end: LogPosition }> {
  const { rows } = await client.query<SystemRow>('IDENTIFY_SYSTEM')
  const { systemid = '', timeline = 0, xlogpos = '0/0' } = rows[0] ?? {}
  return { systemId: systemid, timeline: Number(timeline), end: parsePosition(xlogpos) }
}

/** Returns the position up to which a running Postgres has flushed its log to disk. */
export const readLogEnd = (server: ReplicationServer): Promise<LogPosition> =>
  readOnce(server, async (client) => (await identify(client)).end)

/** Deletes the slot, so that Postgres no longer keeps its log. Does nothing if there is none. */
export const dropLogSlot = (server: ReplicationServer): Promise<void> => readOnce(server, dropSlot)

async function dropSlot(client: pg.Client): Promise<void> {
  await client.query(`DROP_REPLICATION_SLOT ${logSlot} WAIT`).catch((error: { code?: string }) => {
    if (error.code !== '42704') throw error
  })
}

/** Returns the position from which the slot keeps the log. Creates the slot if there is none or if it has lost a part of the log. */
async function ensureSlot(client: pg.Client, isLost: boolean): Promise<Pick<LogBegin, 'start' | 'slot'>> {
  type SlotRow = { slot_type: string | null; restart_lsn: string | null }
  const read = async () => (await client.query<SlotRow>(`READ_REPLICATION_SLOT ${logSlot}`)).rows[0]
  const found = await read()
  if (found?.restart_lsn && !isLost) return { start: segmentStartOf(parsePosition(found.restart_lsn)), slot: 'kept' }
  const exists = Boolean(found?.slot_type)
  if (exists) await dropSlot(client)
  await client.query(`CREATE_REPLICATION_SLOT ${logSlot} PHYSICAL RESERVE_WAL`)
  const made = (await read())?.restart_lsn
  if (!made) throw new Error('the slot of the log has no position')
  return { start: segmentStartOf(parsePosition(made)), slot: exists ? 'lost' : 'missing' }
}

/**
 * Receives the log of a running Postgres into the spool until the signal aborts. Throws when the connection ends. If Postgres has deleted a part of
 * the log before it was received, starts again once with a new slot. Postgres keeps the part that was not synced here, so the next stream continues
 * without a gap.
 */
export async function receiveLog(options: ReceiveOptions, isLost = false): Promise<void> {
  if (options.signal.aborted) return
  const client = await connect(options)
  const abort = () => connectionOf(client).stream.destroy()
  options.signal.addEventListener('abort', abort, { once: true })
  try {
    const { systemId, timeline } = await identify(client)
    const { start, slot } = await ensureSlot(client, isLost)
    const identity = { systemId, timeline }
    await stream(client, options.spool, { start, timeline }, () => {
      // Postgres gives the slot to one process at a time. Another process may have received the log until now, so the spool is opened only once the
      // stream has started.
      options.spool.open(identity, start)
      options.onBegin({ identity, start, slot })
    })
  } catch (error) {
    if (options.signal.aborted) return
    if (isLostSlot(error) && !isLost) {
      abort()
      return await receiveLog(options, true)
    }
    throw error
  } finally {
    options.signal.removeEventListener('abort', abort)
    options.spool.close()
    abort()
  }
}

const connectionOf = (client: pg.Client) => (client as unknown as { connection: StreamConnection }).connection

/** Whether Postgres deleted a part of the log before it was received. */
function isLostSlot(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return (
    (code === '55000' && message.includes('can no longer access')) ||
    (code === '58P01' && message.includes('already been removed'))
  )
}

type StreamFrom = { start: LogPosition; timeline: number }

/** Streams the log until the connection ends. `onStart` is called before the first byte. */
function stream(
  client: pg.Client,
  spool: LogSpool,
  { start, timeline }: StreamFrom,
  onStart: () => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const connection = connectionOf(client)
  let received = start
  let timer: NodeJS.Timeout | undefined
  /** Ends the stream on an error of `work`, such as a full disk. */
  const guard = (work: () => void) => {
    try {
      work()
    } catch (error) {
      reject(error as Error)
    }
  }
  const acknowledge = () => {
    spool.sync()
    connection.sendCopyFromChunk(statusOf(received, spool.synced))
  }
  connection.once('replicationStart', () =>
    guard(() => {
      onStart()
      timer = setInterval(() => guard(acknowledge), syncMilliseconds)
    }),
  )
  const query = new pg.Query(
    `START_REPLICATION SLOT ${logSlot} PHYSICAL ${positionText(start)} TIMELINE ${timeline}`,
  ) as StreamQuery
  query.handleCopyData = ({ chunk }) =>
    guard(() => {
      if (chunk[0] === logBytes) {
        spool.write(chunk.readBigUInt64BE(1), chunk.subarray(messageHead))
        received += BigInt(chunk.length - messageHead)
      } else if (chunk[0] === keepAlive && chunk[17]) acknowledge()
    })
  query.on('error', reject)
  query.callback = (error) => (error ? reject(error) : resolve())
  client.on('error', reject)
  client.on('end', () => reject(new Error('the connection ended')))
  client.query(query)
  return promise.finally(() => clearInterval(timer))
}

function statusOf(received: LogPosition, synced: LogPosition): Buffer {
  const status = Buffer.alloc(34)
  status[0] = standbyStatus
  status.writeBigUInt64BE(received, 1)
  status.writeBigUInt64BE(synced, 9)
  status.writeBigUInt64BE(synced, 17)
  status.writeBigInt64BE(BigInt(Date.now() - postgresEpoch) * 1000n, 25)
  return status
}
