import type { Writable } from 'node:stream'
import type pg from 'pg'

const corked = new WeakMap<Writable, NodeJS.Immediate>()
const streamOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: Writable } }).connection.stream

/**
 * Buffers the statements of one turn of the event loop and writes them together. One system call per statement would
 * cost more than the statement.
 */
export function corkWrites(client: pg.PoolClient) {
  const stream = streamOf(client)
  if (corked.has(stream)) return
  stream.cork()
  corked.set(
    stream,
    setImmediate(() => flushWrites(client)),
  )
}

/** Writes the buffered statements now. */
export function flushWrites(client: pg.PoolClient) {
  const stream = streamOf(client)
  clearImmediate(corked.get(stream))
  if (corked.delete(stream)) stream.uncork()
}
