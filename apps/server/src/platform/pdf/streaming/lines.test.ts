import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

const read = (...chunks: Buffer[]) => Array.fromAsync(linesOf(Readable.from(chunks)))

test('lines are complete where a chunk ends inside a line or inside a letter', async () => {
  const bytes = Buffer.from('one\ntwo ä\n\nthree')
  for (let at = 1; at < bytes.length; at++)
    expect(await read(bytes.subarray(0, at), bytes.subarray(at))).toEqual(['one', 'two ä', '', 'three'])
})

test('a stream without bytes has no line', async () => {
  expect(await read()).toEqual([])
})
