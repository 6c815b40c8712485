import { Readable } from 'node:stream'
import type { ORPCError } from '@orpc/server'

/** The interval in milliseconds of the comments that keep an idle stream open. */
const keepAliveMilliseconds = 5_000

const lineOf = (event: 'message' | 'done' | 'error', data: unknown) =>
  `event: ${event}\ndata: ${JSON.stringify(data) ?? ''}\n\n`

/** Whether the output of a procedure is streamed. */
export const isEventIterator = (output: unknown): output is AsyncIterator<unknown, unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output

/**
 * Returns the output of a procedure as an event stream in oRPC's form: `message` for each value, `done` for the returned value, `error` for
 * a refusal. `refusalOf` converts what the iterator throws.
 */
export function eventStream(
  output: AsyncIterator<unknown, unknown>,
  refusalOf: (error: unknown) => ORPCError<string, unknown>,
): Readable {
  return Readable.from(linesOf(output, refusalOf), { objectMode: false, highWaterMark: 1024 })
}

async function* linesOf(
  output: AsyncIterator<unknown, unknown>,
  refusalOf: (error: unknown) => ORPCError<string, unknown>,
): AsyncGenerator<string, void> {
  try {
    yield ': \n\n'
    for (;;) {
      const next = output.next()
      // A rejection is handled below. It may occur while a comment is being sent.
      next.catch(() => {})
      while (!(await settlesWithin(next))) yield ': \n\n'
      const { done, value } = await next
      yield lineOf(done ? 'done' : 'message', value)
      if (done) return
    }
  } catch (error) {
    yield lineOf('error', refusalOf(error).toJSON())
  } finally {
    await output.return?.()?.catch(() => {})
  }
}

/** Returns whether a promise is settled before the next comment is due. */
async function settlesWithin(next: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), keepAliveMilliseconds)
  })
  const settled = next.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([settled, late])
  } finally {
    clearTimeout(timer)
  }
}
