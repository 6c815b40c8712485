import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hashConcurrencyLimit } from './hash-concurrency-limit.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  verify(input: { hash: string; password: string }): Promise<boolean>
}

const derive = promisify(argon2)

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const now = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/**
 * Argon2id, two at a time: hashes share the thread pool with files and DNS, and thirty at once would block it for a second.
 * Stored as `argon2id$memory$passes$lanes$salt$hash`, so that the parameters may rise later. Throws BusyError when 20 are waiting.
 */
export function openPasswords(): Passwords {
  const pass = hashConcurrencyLimit(2, 20)
  return {
    hash: (password) =>
      pass(async () => {
        const salt = randomBytes(16)
        const tag = await derive('argon2id', { message: plain(password), nonce: salt, tagLength, ...now })
        return [
          'argon2id',
          now.memory,
          now.passes,
          now.parallelism,
          salt.toString('base64'),
          tag.toString('base64'),
        ].join('$')
      }),
    verify: ({ hash, password }) =>
      pass(async () => {
        const [kind, memory, passes, parallelism, salt, stored] = hash.split('$')
        if (kind !== 'argon2id' || !salt || !stored) return false
        const wanted = Buffer.from(stored, 'base64')
        const tag = await derive('argon2id', {
          message: plain(password),
          nonce: Buffer.from(salt, 'base64'),
          tagLength: wanted.length,
          memory: Number(memory),
          passes: Number(passes),
          parallelism: Number(parallelism),
        })
        return timingSafeEqual(tag, wanted)
      }),
  }
}

/** Normalizes characters that can be typed in two ways (é as one or two code points) with NFKC. */
const plain = (password: string) => Buffer.from(password.normalize('NFKC'), 'utf8')
