import { randomBytes, randomInt } from 'node:crypto'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createAgeKey, isAgeRecipient } from './age.ts'
import { keyFingerprintOf, loadBackupKeys, type PendingKey, storeBackupKeys } from './backup-keys.ts'
import { keyWordsOf } from './words.ts'

/** The number of words that a person types to confirm a key. */
const checkedWords = 2

/** A new key as its words, which are shown once. Only the public half of the key is stored. */
export type ProposedKey = {
  words: string[]
  /** The positions of the words to type, counted from 1, in ascending order. */
  positions: number[]
  fingerprint: string
}

/**
 * Creates a key for backups and returns its 24 words, which no later call returns. Backups use the key only after `confirmKey`. Replaces a proposed
 * key that was not confirmed. The words of earlier keys still open earlier backups.
 */
export async function proposeKey(secretsDir: string): Promise<ProposedKey> {
  const keys = await loadBackupKeys(secretsDir)
  const { identity, recipient } = await createAgeKey()
  const words = keyWordsOf(identity)
  const salt = randomBytes(16).toString('base64url')
  const positions = choosePositions(words.length)
  const checks = positions.map((position) => ({ position, hash: hashOf(words[position - 1] ?? '', salt) }))
  storeBackupKeys(secretsDir, { ...keys, pending: { recipient, salt, checks } })
  return { words, positions, fingerprint: keyFingerprintOf(recipient) }
}

/** The reason why the typed words were refused: no key was proposed, or the words at these positions are wrong. */
export type KeyRefusal = { reason: 'no-key-proposed' } | { reason: 'wrong-words'; positions: number[] }

/**
 * Compares the typed words, in the order of `positions`, with those of the proposed key. If they match, encrypts new backups to this key from then on
 * and returns null. Otherwise returns the reason and changes nothing, and the person can try again.
 */
export async function confirmKey(secretsDir: string, typed: readonly string[]): Promise<KeyRefusal | null> {
  const keys = await loadBackupKeys(secretsDir)
  const { pending } = keys
  if (!pending) return { reason: 'no-key-proposed' }
  const wrong = pending.checks.filter((check, at) => !isRight(pending, check.hash, typed[at] ?? ''))
  if (wrong.length > 0) return { reason: 'wrong-words', positions: wrong.map(({ position }) => position) }
  storeBackupKeys(secretsDir, { ...keys, printed: [pending.recipient, ...keys.printed], pending: null })
  return null
}

/**
 * Sets or removes a second public key (`age1…`) to which new backups are encrypted in addition to the printed one. Returns false, and changes
 * nothing, if it is not a public key of age.
 */
export async function setSecondRecipient(secretsDir: string, recipient: string | null): Promise<boolean> {
  if (recipient !== null && !isAgeRecipient(recipient)) return false
  storeBackupKeys(secretsDir, { ...(await loadBackupKeys(secretsDir)), second: recipient })
  return true
}

function choosePositions(count: number): number[] {
  const chosen = new Set<number>()
  while (chosen.size < checkedWords) chosen.add(randomInt(1, count + 1))
  return [...chosen].toSorted((one, other) => one - other)
}

const hashOf = (word: string, salt: string) => createHmac('sha256', salt).update(word).digest('base64url')

function isRight({ salt }: PendingKey, hash: string, typed: string): boolean {
  return timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(typed.normalize('NFKD').trim().toLowerCase(), salt)))
}
