import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { joinParts } from './joined-parts.ts'

test('small parts leave as parts of the given size, a large part as it is, all in their order', async () => {
  const stream = new Readable({ read() {} })
  joinParts(stream, 10)
  const parts: string[] = []
  stream.on('data', (part: Buffer) => parts.push(part.toString()))
  for (const part of ['one ', 'two ', 'three ', 'a very long part ', 'four', ' ', 'five'])
    stream.push(Buffer.from(part))
  stream.push(null)
  await new Promise((resolve) => stream.once('end', resolve))
  expect(parts).toEqual(['one two ', 'three ', 'a very long part ', 'four five'])
})

test('a part keeps its bytes when the next one is written', async () => {
  const stream = new Readable({ read() {} })
  joinParts(stream, 4)
  for (const part of ['abcd', 'ef', 'gh', 'ij']) stream.push(Buffer.from(part))
  stream.push(null)
  expect(Buffer.concat(await stream.toArray()).toString()).toBe('abcdefghij')
})
