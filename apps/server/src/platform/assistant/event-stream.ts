/**
 * Returns a parser of an event stream (HTML standard, 9.2.6). `push` takes parts of the text that are cut anywhere and returns the data of
 * each event that is complete. Names, ids and comments are left out, because endpoints repeat the type of an event in its data.
 */
export function createEventStreamParser(): { push(part: string): string[] } {
  let rest = ''
  let data: string[] = []
  let isFirst = true
  const readLine = (line: string, events: string[]) => {
    if (line === '') {
      if (data.length > 0) events.push(data.join('\n'))
      data = []
    } else if (line === 'data') data.push('')
    else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
  }
  return {
    push(part) {
      rest += part
      if (isFirst && rest !== '') {
        rest = rest.replace(/^\uFEFF/, '')
        isFirst = false
      }
      const events: string[] = []
      // A line feed may follow a carriage return that ends the part.
      const end = rest.endsWith('\r') ? rest.length - 1 : rest.length
      let from = 0
      for (const { 0: mark, index } of rest.slice(0, end).matchAll(/\r\n|\r|\n/g)) {
        readLine(rest.slice(from, index), events)
        from = index + mark.length
      }
      rest = rest.slice(from)
      return events
    },
  }
}
