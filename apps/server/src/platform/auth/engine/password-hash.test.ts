import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { BusyError, concurrencyLimit } from '../limit/concurrency-limit.ts'
import { openPasswords } from './password-hash.ts'
import { networkOf } from '../limit/rate-limit.ts'

test('the right password verifies, a wrong one does not, and the hash contains its parameters', async () => {
  const passwords = openPasswords()
  const hash = await passwords.hash('Winter-2026')
  expect(hash).toMatch(/^argon2id\$19456\$2\$1\$/)
  expect(await passwords.verify({ hash, password: 'Winter-2026' })).toBe(true)
  expect(await passwords.verify({ hash, password: 'Winter-2027' })).toBe(false)
  expect(await passwords.verify({ hash: 'scrypt$x', password: 'Winter-2026' })).toBe(false)
})

test('é typed as one code point or as two gives the same password', async () => {
  const passwords = openPasswords()
  const hash = await passwords.hash('Caf\u00e9-2026')
  expect(await passwords.verify({ hash, password: 'Cafe\u0301-2026' })).toBe(true)
})

test('of thirty hashes at once two run, twenty wait and eight are refused, and the thread pool stays free @slow', async () => {
  const passwords = openPasswords()
  let [made, most] = [0, 0]
  let going = true
  // If hashing used the whole thread pool, one stat call would have to wait for about twenty hashes.
  const looking = (async () => {
    while (going) {
      const before = made
      await stat('.')
      most = Math.max(most, made - before)
    }
  })()
  const hash = () => passwords.hash('Winter-2026').then(() => made++)
  const results = await Promise.allSettled(Array.from({ length: 30 }, hash))
  going = false
  await looking
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(22)
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused.every((reason) => reason instanceof BusyError)).toBe(true)
  expect(most).toBeLessThan(10)
})

test('the concurrency limit runs the next task after one has failed', async () => {
  const pass = concurrencyLimit(1, 1)
  await expect(pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await pass(async () => 'in')).toBe('in')
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
])('the address %s counts as the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
