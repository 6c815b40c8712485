import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'
import { replicationPassword, replicationUser } from './cluster.ts'

/** A part of a base backup, as Postgres sends it. */
export type BaseBackupPart = {
  /** 'base.tar', or 'backup_manifest' for the last part. */
  name: string
  stream: Readable
}

type BaseBackupOptions = {
  /** The port of the running Postgres on loopback. */
  port: number
  /** The password of the install user. */
  password: string
  /**
   * The maximum rate in kilobytes per second, from 32 to 1,048,576; no limit if omitted. A limit keeps the copy from slowing down people's work.
   */
  kilobytesPerSecond?: number
}

/** The bytes that Postgres may send before the reader has read them. */
const ahead = 1 << 20
const [archiveBegins, manifestBegins, bytesFollow] = [0x6e, 0x6d, 0x64]

/** The members of `pg.Query` and its connection that receive the messages of a copy. The types of `pg` omit them. */
type CopyQuery = pg.Query & {
  handleCopyData(message: { chunk: Buffer }): void
  callback(error: Error | null): void
}

/**
 * Copies the cluster of a running Postgres by the replication protocol. Yields a tar archive with all files and the WAL that makes them consistent,
 * then the manifest with the SHA-256 of each file. Read each stream to its end before you request the next part. If the caller stops reading, the
 * copy on the server ends too. Throws the errors of Postgres and of the connection. https://www.postgresql.org/docs/18/protocol-replication.html
 */
export async function* baseBackup(options: BaseBackupOptions): AsyncGenerator<BaseBackupPart> {
  const client = replicationClient(options)
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  client.on('error', failed.reject)
  await client.connect()
  const { stream: socket } = (client as unknown as { connection: { stream: Socket } }).connection
  const received = receiveParts(client, socket, options.kilobytesPerSecond, failed)
  let keeper: pg.Client | null = null
  try {
    for (let next = 0; ; next++) {
      while (received.parts.length <= next && !received.isDone) await Promise.race([received.more(), failed.promise])
      const part = received.parts[next]
      if (!part) return
      keeper ??= await keepLog(options)
      yield part
    }
  } finally {
    socket.resume()
    if (received.isDone) await client.end()
    else socket.destroy()
    await keeper?.end()
  }
}

const replicationClient = ({ port, password }: BaseBackupOptions) =>
  new pg.Client({
    host: '127.0.0.1',
    port,
    user: replicationUser,
    password: replicationPassword(password),
    // The product's own database only admits the product's roles.
    database: 'postgres',
    replication: 'database',
  } as pg.ClientConfig)

/**
 * Makes Postgres keep its log from the first checkpoint of the copy until the returned connection ends. At its end, the copy needs the log of its
 * whole duration, and later checkpoints would delete the beginning. If the log would fill the disk, Postgres ends the connection, and the copy fails.
 */
async function keepLog(options: BaseBackupOptions): Promise<pg.Client> {
  const client = replicationClient(options)
  client.on('error', () => {})
  await client.connect()
  const name = `attune_base_${randomBytes(6).toString('hex')}`
  await client.query(`CREATE_REPLICATION_SLOT ${name} TEMPORARY PHYSICAL RESERVE_WAL`)
  return client
}

/** The parts of a base backup that were received so far. */
type ReceivedParts = {
  parts: BaseBackupPart[]
  /** Whether the last part is complete. */
  isDone: boolean
  /** Resolves when another part begins or the last one is complete. */
  more(): Promise<void>
}

/** Starts the copy and writes its bytes to the streams of its parts, at the speed at which they are read. */
function receiveParts(
  client: pg.Client,
  socket: Socket,
  kilobytesPerSecond: number | undefined,
  failed: PromiseWithResolvers<never>,
): ReceivedParts {
  let current: PassThrough | null = null
  let wake = () => {}
  const received: ReceivedParts = { parts: [], isDone: false, more: () => new Promise((resolve) => (wake = resolve)) }
  const begin = (name: string) => {
    current?.end()
    const stream = new PassThrough({ highWaterMark: ahead })
    failed.promise.catch((error: Error) => stream.destroy(error))
    // If the last bytes of a part arrive in the same packet as the next part, the stream ends without a 'drain' event, so 'finish' must resume the
    // socket too.
    for (const read of ['drain', 'finish']) stream.on(read, () => socket.resume())
    current = stream
    received.parts.push({ name, stream })
    wake()
  }
  const rate = kilobytesPerSecond === undefined ? '' : `, MAX_RATE ${kilobytesPerSecond}`
  // The replication protocol accepts commands in capital letters only.
  const query = new pg.Query(
    `BASE_BACKUP (LABEL 'attune', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256'${rate})`,
  ) as CopyQuery
  query.handleCopyData = ({ chunk }) => {
    if (chunk[0] === archiveBegins) begin(chunk.toString('utf8', 1, chunk.indexOf(0, 1)))
    else if (chunk[0] === manifestBegins) begin('backup_manifest')
    // Copies the bytes, because pg reuses its buffer.
    else if (chunk[0] === bytesFollow && current && !current.write(Buffer.from(chunk.subarray(1)))) {
      socket.pause()
    }
  }
  query.on('error', failed.reject)
  query.callback = (error) => {
    if (error) return failed.reject(error)
    received.isDone = true
    current?.end()
    wake()
  }
  client.query(query)
  return received
}
