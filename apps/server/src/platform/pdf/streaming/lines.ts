import type { Readable } from 'node:stream'

/**
 * Yields the lines of a stream. Reads the next chunk only after the lines of the previous one were consumed, whereas `readline` reads a thousand
 * lines ahead.
 */
export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = (chunk as string).split('\n')
    lines[0] = rest + lines[0]
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
