import type { Socket } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'
import { replicationPassword, replicationUser } from './cluster.ts'

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
  /** At most this many kilobytes in a second, from 32 to 1,048,576, so that people who work meanwhile don't notice; no limit if left out. */
  kilobytesPerSecond?: number
}

/** The bytes that Postgres may send ahead of their reader. */
const ahead = 1 << 20
const [archiveBegins, manifestBegins, bytesFollow] = [0x6e, 0x6d, 0x64]

/** The parts of `pg` that carry the messages of a copy, which its types do not name. */
type CopyQuery = pg.Query & {
  handleCopyData(message: { chunk: Buffer }): void
  callback(error: Error | null): void
}

/**
 * Copies the cluster of a running Postgres by its replication protocol: a tar archive with every file and the log that makes them whole, then
 * the manifest with the SHA-256 of each file. Each stream must be read to its end before the next part is asked for. Ends the copy on the
 * server too if the caller stops reading. Throws what Postgres or the connection reports.
 * https://www.postgresql.org/docs/18/protocol-replication.html
 */
export async function* baseBackup(options: BaseBackupOptions): AsyncGenerator<BaseBackupPart> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: options.port,
    user: replicationUser,
    password: replicationPassword(options.password),
    // The product's own database admits its roles alone.
    database: 'postgres',
    replication: 'database',
  } as pg.ClientConfig)
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  client.on('error', failed.reject)
  await client.connect()
  const { stream: socket } = (client as unknown as { connection: { stream: Socket } }).connection
  const received = receiveParts(client, socket, options.kilobytesPerSecond, failed)
  try {
    for (let next = 0; ; next++) {
      while (received.parts.length <= next && !received.isDone) await Promise.race([received.more(), failed.promise])
      const part = received.parts[next]
      if (!part) return
      yield part
    }
  } finally {
    socket.resume()
    if (received.isDone) await client.end()
    else socket.destroy()
  }
}

/** The parts that have begun, and whether the last one has ended. `more` waits until either changes. */
type ReceivedParts = { parts: BaseBackupPart[]; isDone: boolean; more(): Promise<void> }

/** Starts the copy and hands its bytes to the streams of its parts, no faster than these are read. */
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
    // A part whose last bytes are in the same packet as the next part has ended by then, and reports no drain.
    for (const read of ['drain', 'finish']) stream.on(read, () => socket.resume())
    current = stream
    received.parts.push({ name, stream })
    wake()
  }
  const rate = kilobytesPerSecond === undefined ? '' : `, MAX_RATE ${kilobytesPerSecond}`
  // The commands of the replication protocol are written in capital letters only.
  const query = new pg.Query(
    `BASE_BACKUP (LABEL 'attune', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256'${rate})`,
  ) as CopyQuery
  query.handleCopyData = ({ chunk }) => {
    if (chunk[0] === archiveBegins) begin(chunk.toString('utf8', 1, chunk.indexOf(0, 1)))
    else if (chunk[0] === manifestBegins) begin('backup_manifest')
    // The bytes are copied, because pg uses its buffer again.
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
