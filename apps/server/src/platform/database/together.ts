import type { Writable } from 'node:stream'
import type pg from 'pg'

const corked = new WeakMap<Writable, NodeJS.Immediate>()
const streamOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: Writable } }).connection.stream

/** What is sent within one turn leaves in one write: a system call for each statement costs more than the statement. */
export function together(client: pg.PoolClient) {
  const stream = streamOf(client)
  if (corked.has(stream)) return
  stream.cork()
  corked.set(
    stream,
    setImmediate(() => leave(client)),
  )
}

/** Sends now what was held together. */
export function leave(client: pg.PoolClient) {
  const stream = streamOf(client)
  clearImmediate(corked.get(stream))
  if (corked.delete(stream)) stream.uncork()
}
