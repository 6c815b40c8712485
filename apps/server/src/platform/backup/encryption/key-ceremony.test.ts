import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAgeKey, recipientOf } from './age.ts'
import { keyFingerprintOf, loadBackupKeys, readBackupKeys, recipientsOf } from './backup-keys.ts'
import { confirmKey, type ProposedKey, proposeKey, setSecondRecipient } from './key-ceremony.ts'
import { identityOfWords } from './words.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'attune-keys-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const stored = () => readFileSync(join(dir, 'backup-keys.json'), 'utf8')
/** Returns the values of the stored file without their names, because one of the words of a key can be such a name (`own`). */
const storedValues = () => {
  const values: string[] = []
  JSON.parse(stored(), (_, value: unknown) => {
    if (typeof value === 'string') values.push(value)
    return value
  })
  return values
}
const asked = ({ words, positions }: ProposedKey) => positions.map((position) => words[position - 1] ?? '')

async function publicKeyOf({ words }: ProposedKey): Promise<string> {
  const found = identityOfWords(words.join(' '))
  return 'identity' in found ? recipientOf(found.identity) : ''
}

async function printKey(): Promise<string> {
  const proposed = await proposeKey(dir)
  expect(await confirmKey(dir, asked(proposed))).toBeNull()
  return publicKeyOf(proposed)
}

test('before any key was printed, backups are under a key of the machine that stays the same', async () => {
  expect(readBackupKeys(dir)).toBeNull()
  const keys = await loadBackupKeys(dir)
  expect(recipientsOf(keys)).toEqual([keys.own.recipient])
  expect(await loadBackupKeys(dir)).toEqual(keys)
  expect(statSync(join(dir, 'backup-keys.json')).mode & 0o777).toBe(0o600)
})

test('a key is used after two of its words were typed back, and its private half is not on the machine', async () => {
  const proposed = await proposeKey(dir)
  expect(proposed.words).toHaveLength(24)
  expect(new Set(proposed.positions).size).toBe(2)
  const own = (await loadBackupKeys(dir)).own.recipient
  expect(recipientsOf(await loadBackupKeys(dir))).toEqual([own])
  expect(
    await confirmKey(
      dir,
      asked(proposed).map((word) => ` ${word.toUpperCase()} `),
    ),
  ).toBeNull()
  const recipient = await publicKeyOf(proposed)
  expect(recipientsOf(await loadBackupKeys(dir))).toEqual([recipient])
  expect(keyFingerprintOf(recipient)).toBe(proposed.fingerprint)
  const found = identityOfWords(proposed.words.join(' '))
  const identity = 'identity' in found ? found.identity : ''
  expect(identity).toMatch(/^AGE-SECRET-KEY-/)
  expect(stored()).not.toContain(identity)
  for (const word of asked(proposed)) expect(storedValues()).not.toContain(word)
})

test('a wrong word is named by its position and can be typed again', async () => {
  const proposed = await proposeKey(dir)
  const [first = '', second = ''] = asked(proposed)
  const wrong = proposed.words.find((word) => word !== second) ?? ''
  expect(await confirmKey(dir, [first, wrong])).toEqual({ reason: 'wrong-words', positions: [proposed.positions[1]] })
  expect(await confirmKey(dir, [first])).toEqual({ reason: 'wrong-words', positions: [proposed.positions[1]] })
  expect(await confirmKey(dir, [first, second])).toBeNull()
})

test('without a proposed key nothing can be confirmed, and a second proposal replaces the first', async () => {
  expect(await confirmKey(dir, ['a', 'b'])).toEqual({ reason: 'no-key-proposed' })
  const first = await proposeKey(dir)
  const second = await proposeKey(dir)
  expect(await confirmKey(dir, asked(second))).toBeNull()
  expect((await loadBackupKeys(dir)).printed).toEqual([await publicKeyOf(second)])
  expect(await confirmKey(dir, asked(first))).toEqual({ reason: 'no-key-proposed' })
})

test('a new printed key comes first, and the earlier one stays known', async () => {
  const first = await printKey()
  const second = await printKey()
  expect((await loadBackupKeys(dir)).printed).toEqual([second, first])
})

test('a second recipient is added to the printed key, and something else is refused', async () => {
  const other = (await createAgeKey()).recipient
  const printed = await printKey()
  expect(await setSecondRecipient(dir, 'age1nonsense')).toBe(false)
  expect(await setSecondRecipient(dir, other)).toBe(true)
  expect(recipientsOf(await loadBackupKeys(dir))).toEqual([printed, other])
  expect(await setSecondRecipient(dir, null)).toBe(true)
  expect(recipientsOf(await loadBackupKeys(dir))).toEqual([printed])
})
