import { ORPCError } from '@orpc/server'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { eventStream, isEventIterator } from './event-stream.ts'

const refusalOf = (error: unknown) => error as ORPCError<string, unknown>

test('values, the returned value and a refusal become events in oRPC’s form', async () => {
  async function* complete() {
    yield { text: 'one\ntwo' }
    return { words: 2 }
  }
  async function* broken() {
    yield { text: 'one' }
    throw new ORPCError('FAILED', { status: 409, data: { until: 'later' } })
  }
  expect(await text(eventStream(complete(), refusalOf))).toBe(
    ': \n\nevent: message\ndata: {"text":"one\\ntwo"}\n\nevent: done\ndata: {"words":2}\n\n',
  )
  const [, , fault = ''] = (await text(eventStream(broken(), refusalOf))).split('\n\n')
  expect(fault).toMatch(/^event: error\n/)
  expect(JSON.parse(fault.split('data: ')[1] ?? '')).toMatchObject({ code: 'FAILED', data: { until: 'later' } })
  expect([isEventIterator(complete()), isEventIterator({ text: '' }), isEventIterator(null)]).toEqual([
    true,
    false,
    false,
  ])
})

test('a stream without words sends a comment every five seconds, so that no proxy ends it', async () => {
  vi.useFakeTimers()
  try {
    const wait = Promise.withResolvers<void>()
    async function* slow() {
      await wait.promise
      yield { text: 'at last' }
    }
    const received = text(eventStream(slow(), refusalOf))
    await vi.advanceTimersByTimeAsync(11_000)
    wait.resolve()
    expect((await received).split('event: message')[0]).toBe(': \n\n'.repeat(3))
  } finally {
    vi.useRealTimers()
  }
})

test('a reader that leaves ends the iterator', async () => {
  let isEnded = false
  async function* endless() {
    try {
      for (;;) yield { text: 'more' }
    } finally {
      isEnded = true
    }
  }
  const stream = eventStream(endless(), refusalOf)
  for await (const part of stream) if (String(part).includes('more')) break
  await expect.poll(() => isEnded).toBe(true)
})
