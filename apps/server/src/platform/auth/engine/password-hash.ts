import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { concurrencyLimit } from '../limit/concurrency-limit.ts'

export type Passwords = {
  /** Returns the hash of a password. Throws BusyError if too many calls are waiting. */
  hash(password: string): Promise<string>
  /** Whether a password has this hash. Throws BusyError if too many calls are waiting. */
  verify(input: { hash: string; password: string }): Promise<boolean>
}

const derive = promisify(argon2)

/** The cost of one hash with Argon2id. */
export type PasswordCost = {
  /** In KiB. */
  memory: number
  /** The number of passes over the memory. */
  passes: number
  /** The number of lanes. */
  parallelism: number
}

/** OWASP's first recommendation for argon2id: 19 MiB of memory, two passes, one lane. */
export const passwordCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/**
 * Hashes passwords with Argon2id, two at a time: hashes share the thread pool with file access and DNS, and thirty at once would block the
 * pool for a second. A stored hash is `argon2id$memory$passes$lanes$salt$hash`, so that later versions can use a higher cost. Throws
 * BusyError if 20 calls are already waiting.
 */
export function openPasswords(now = passwordCost): Passwords {
  const pass = concurrencyLimit(2, 20)
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

/** Normalizes the password with NFKC, because some characters can be typed in two ways (é as one or two code points). */
const plain = (password: string) => Buffer.from(password.normalize('NFKC'), 'utf8')
