import { ORPCError } from '@orpc/client'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { ConnectionError } from './errors.ts'

type Refusal = { code: string; status?: number; message?: string; data?: unknown; defined?: boolean }

/**
 * Reads a streamed answer of the server: yields the data of each `message` event, and returns the data of the `done` event. Throws an ORPCError for
 * an `error` event, and a ConnectionError if the stream ends without a `done` or `error` event. Stops the request when the caller ends the iteration.
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, unknown> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw new ConnectionError('NETWORK_ERROR')
      parser.feed(decoder.decode(value, { stream: true }))
      const complete = events
      events = []
      for (const { event, data } of complete) {
        if (event === 'message') yield JSON.parse(data) as unknown
        else if (event === 'done') return JSON.parse(data) as unknown
        else if (event === 'error') throw refusalOf(JSON.parse(data) as Refusal)
      }
    }
  } catch (error) {
    // Every browser throws a TypeError if the connection is lost.
    throw error instanceof TypeError ? new ConnectionError('NETWORK_ERROR', error) : error
  } finally {
    void reader.cancel().catch(() => {})
  }
}

const refusalOf = ({ code, ...reply }: Refusal) => new ORPCError(code, { ...reply, defined: reply.defined === true })
