import { ORPCError } from '@orpc/client'
import { ConnectionError } from './errors.ts'

type StreamEvent = { name: string; data: unknown }
type Refusal = { code: string; status?: number; message?: string; data?: unknown; defined?: boolean }

/**
 * Reads a streamed answer of the server: yields the data of each `message` event, and returns the data of the `done`
 * event. Throws an ORPCError for an `error` event, and a ConnectionError if the stream ends without one of the two.
 * Stops the request when the caller ends the iteration.
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, unknown> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let unread = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw new ConnectionError('NETWORK_ERROR')
      unread += decoder.decode(value, { stream: true })
      const blocks = unread.split('\n\n')
      unread = blocks.pop() ?? ''
      for (const { name, data } of blocks.map(eventOf)) {
        if (name === 'message') yield data
        else if (name === 'done') return data
        else if (name === 'error') throw refusalOf(data as Refusal)
      }
    }
  } catch (error) {
    // A connection that breaks off is a TypeError in every browser.
    throw error instanceof TypeError ? new ConnectionError('NETWORK_ERROR', error) : error
  } finally {
    void reader.cancel().catch(() => {})
  }
}

/** Reads an event. A block without an event name only keeps the connection alive. */
function eventOf(block: string): StreamEvent {
  const lines = block.split('\n')
  const valueOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''))
  const data = valueOf('data').join('\n')
  return { name: valueOf('event')[0] ?? '', data: data === '' ? undefined : (JSON.parse(data) as unknown) }
}

const refusalOf = ({ code, ...reply }: Refusal) => new ORPCError(code, { ...reply, defined: reply.defined === true })
