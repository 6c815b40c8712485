import { createParser } from 'eventsource-parser'
import { answerLimits } from '../outbound/provider-answer.ts'

/**
 * Returns a parser of an event stream. `push` takes the next part of the text, which can begin and end anywhere, and returns the data of each event
 * that is now complete. It throws an error if an event is larger than `answerLimits`.
 */
export function createEventStreamParser(): { push(part: string): string[] } {
  let events: string[] = []
  const parser = createParser({
    maxBufferSize: answerLimits.bytes,
    onEvent: ({ data }) => events.push(data),
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') throw error
    },
  })
  return {
    push(part) {
      parser.feed(part)
      const complete = events
      events = []
      return complete
    },
  }
}
