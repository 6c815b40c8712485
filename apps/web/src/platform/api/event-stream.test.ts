import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { ConnectionError } from './errors.ts'
import { readEventStream } from './event-stream.ts'

const wire = [
  ': \n\n',
  'event: message\ndata: {"text":"Ana schläft "}\n\n',
  ': \n\n',
  'event: message\ndata: {"text":"besser."}\n\n',
].join('')
const done = 'event: done\ndata: {"words":3}\n\n'

/** A body that arrives in parts of `size` bytes. */
function bodyOf(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  const state = { isCancelled: false, at: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (state.at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(state.at, (state.at += size)))
    },
    cancel: () => void (state.isCancelled = true),
  })
  return { body, state }
}

async function read(text: string, size = 1) {
  const parts: unknown[] = []
  const stream = readEventStream(bodyOf(text, size).body)
  for (let step = await stream.next(); ; step = await stream.next()) {
    if (step.done) return { parts, end: step.value }
    parts.push(step.value)
  }
}

test('a stream that is cut at any byte has the same words and the same end [1.13]', async () => {
  const expected = { parts: [{ text: 'Ana schläft ' }, { text: 'besser.' }], end: { words: 3 } }
  for (const size of [1, 2, 7, 1000]) expect(await read(wire + done, size)).toEqual(expected)
})

test('a stream that ends without its last event is not an answer [1.13]', async () => {
  await expect(read(wire)).rejects.toBeInstanceOf(ConnectionError)
  await expect(read(wire + done.slice(0, -1))).rejects.toBeInstanceOf(ConnectionError)
})

test('a refusal in the middle of a stream keeps its code and data [1.13]', async () => {
  const refusal = { code: 'PAUSED', status: 409, message: 'PAUSED', data: { until: 'soon' }, defined: true }
  const error = await read(`${wire}event: error\ndata: ${JSON.stringify(refusal)}\n\n`).catch(
    (caught: unknown) => caught,
  )
  expect(error).toBeInstanceOf(ORPCError)
  expect(error).toMatchObject({ code: 'PAUSED', status: 409, data: { until: 'soon' } })
})

test('ending the iteration stops the request [1.13]', async () => {
  const { body, state } = bodyOf(wire + done, 40)
  const stream = readEventStream(body)
  await stream.next()
  await stream.return(undefined)
  expect(state.isCancelled).toBe(true)
})
