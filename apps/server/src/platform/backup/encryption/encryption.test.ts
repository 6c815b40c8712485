import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createAgeKey, decryptWith, encryptedSize, encryptTo } from './age.ts'
import { identityOfWords, keyWordsOf } from './words.ts'

const chunkBytes = 65_536

async function sealed(plain: Buffer, ...recipients: string[]): Promise<Buffer> {
  return buffer(await encryptTo(recipients, Readable.from([plain])))
}
const opened = async (encrypted: Buffer, identity: string) =>
  buffer(await decryptWith([identity], Readable.from([encrypted])))
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes])(
  '%i bytes are the same after encryption and decryption by either of two keys',
  async (size) => {
    const [one, other] = [await createAgeKey(), await createAgeKey()]
    const plain = randomBytes(size)
    const encrypted = await sealed(plain, one.recipient, other.recipient)
    expect(hash(await opened(encrypted, one.identity))).toBe(hash(plain))
    expect(hash(await opened(encrypted, other.identity))).toBe(hash(plain))
    expect(encrypted.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(encrypted).toHaveLength(encryptedSize(size, 2))
  },
)

test('a key that is not a recipient cannot decrypt', async () => {
  const [key, stranger] = [await createAgeKey(), await createAgeKey()]
  await expect(opened(await sealed(randomBytes(10), key.recipient), stranger.identity)).rejects.toBeInstanceOf(Error)
})

test('a stream that is cut, extended or changed in one bit fails', async () => {
  const key = await createAgeKey()
  const encrypted = await sealed(randomBytes(3 * chunkBytes), key.recipient)
  const atChunk = encrypted.length - chunkBytes - 16
  for (const length of [1, 17, 150, atChunk, encrypted.length - 1])
    await expect(opened(encrypted.subarray(0, length), key.identity)).rejects.toBeInstanceOf(Error)
  await expect(opened(Buffer.concat([encrypted, Buffer.from('x')]), key.identity)).rejects.toBeInstanceOf(Error)
  for (const at of [3, 60, 150, encrypted.length - 100_000, encrypted.length - 1]) {
    const changed = Buffer.from(encrypted)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(opened(changed, key.identity)).rejects.toBeInstanceOf(Error)
  }
})

test('an error of the plain stream reaches the reader of the encrypted one', async () => {
  const key = await createAgeKey()
  const failing = Readable.from(
    (async function* () {
      yield randomBytes(10)
      throw new Error('the disk is gone')
    })(),
  )
  await expect(encryptTo([key.recipient], failing).then(buffer)).rejects.toThrow('the disk is gone')
})

test('24 words give the private key back, whatever their case and spaces', async () => {
  const { identity } = await createAgeKey()
  const words = keyWordsOf(identity)
  expect(words).toHaveLength(24)
  expect(identityOfWords(`  ${words.join('  ').toUpperCase()}\n`)).toEqual({ identity })
})

test('a misspelt word is named by its number', async () => {
  const words = keyWordsOf((await createAgeKey()).identity)
  words[6] = 'rivver'
  expect(identityOfWords(words.join(' '))).toEqual({ problem: { word: 7, typed: 'rivver' } })
})

test('words that are too few or swapped give no key', async () => {
  const words = keyWordsOf((await createAgeKey()).identity)
  expect(identityOfWords(words.slice(1).join(' '))).toEqual({ problem: { count: 23 } })
  const at = words.findIndex((word, index) => word !== words[index + 1])
  const swapped = [...words.slice(0, at), words[at + 1], words[at], ...words.slice(at + 2)]
  const found = identityOfWords(swapped.join(' '))
  // One order in 256 has a valid checksum by chance, and then yields another key.
  expect(found).not.toEqual(identityOfWords(words.join(' ')))
})
