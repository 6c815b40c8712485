import { createParser } from 'eventsource-parser'

/** Returns a parser of an event stream. `push` takes parts of the text that are cut anywhere and returns the data of each complete event. */
export function createEventStreamParser(): { push(part: string): string[] } {
  let events: string[] = []
  const parser = createParser({ onEvent: ({ data }) => events.push(data) })
  return {
    push(part) {
      parser.feed(part)
      const complete = events
      events = []
      return complete
    },
  }
}
