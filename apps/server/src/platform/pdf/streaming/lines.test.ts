import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

async function read(...chunks: Buffer[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of linesOf(Readable.from(chunks))) lines.push(line)
  return lines
}

test('lines are complete where a chunk ends inside a line or inside a letter', async () => {
  const bytes = Buffer.from('one\ntwo ä\n\nthree')
  for (let at = 1; at < bytes.length; at++)
    expect(await read(bytes.subarray(0, at), bytes.subarray(at))).toEqual(['one', 'two ä', '', 'three'])
})

test('a stream without bytes has no line', async () => {
  expect(await read()).toEqual([])
})
