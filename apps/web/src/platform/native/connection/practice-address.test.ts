// @vitest-environment node
import { apiLevel } from '@attune/contract/features/people/native-app/native-app.rules'
import { expect, test } from 'vitest'
import { FakeDevice } from '../fake-port.testing.ts'
import type { NativeAnswer } from '../port.ts'
import { checkPracticeAddress, fingerprint, readPracticeAddress } from './practice-address.ts'

const origin = 'https://practice.example'

test.each([
  ['practice.example', { origin }],
  ['  https://practice.example/ ', { origin }],
  ['HTTPS://Practice.Example', { origin }],
  ['practice.example:8443', { origin: `${origin}:8443` }],
  ['attune://join?address=https%3A%2F%2Fpractice.example', { origin }],
  ['', { problem: 'empty' }],
  ['attune://join', { problem: 'not-an-address' }],
  ['http://practice.example', { problem: 'http' }],
  ['https://practice.example/login?x=1', { problem: 'path', origin, path: '/login?x=1' }],
  ['practice', { problem: 'not-an-address' }],
  ['my practice.example', { problem: 'not-an-address' }],
  ['https://me@practice.example', { problem: 'not-an-address' }],
  ['ftp://practice.example', { problem: 'not-an-address' }],
])('the address %j is read', (text, expected) => {
  expect(readPracticeAddress(text)).toEqual(expected)
})

const practice = {
  product: 'attune',
  name: 'Lindqvist',
  version: '0.1.0',
  apiLevel,
  oldestAppLevel: apiLevel,
  key: 'pk_1',
  setUp: true,
  settings: { revision: 1 },
}
const answer = (body: unknown, more: Partial<NativeAnswer> = {}): NativeAnswer => ({
  status: 200,
  headers: {},
  text: JSON.stringify(body),
  ...more,
})
const check = (found: ConstructorParameters<typeof FakeDevice>[0]) =>
  checkPracticeAddress(new FakeDevice(found).port, origin)

test('an address of a practice returns its name, key and settings', async () => {
  expect(await check(() => answer(practice))).toEqual({
    kind: 'fine',
    practice: { origin, name: 'Lindqvist', key: 'pk_1', settings: { revision: 1 } },
  })
})

test.each([
  [
    'a server that is older than the app works with',
    answer({ ...practice, apiLevel: apiLevel - 1 }),
    { kind: 'host-too-old' },
  ],
  ['a server that is newer', answer({ ...practice, oldestAppLevel: apiLevel + 1 }), { kind: 'host-too-new' }],
  ['a server that is not set up', answer({ ...practice, setUp: false }), { kind: 'not-set-up' }],
  ['another program', answer({ product: 'other' }), { kind: 'not-attune' }],
  ['a page', answer(null, { text: '<!doctype html>' }), { kind: 'not-attune' }],
  ['a missing page', answer(practice, { status: 404 }), { kind: 'not-attune' }],
  [
    'a server that moved',
    answer(null, { status: 301, headers: { location: 'https://new.example/api/practice' } }),
    { kind: 'moved', origin: 'https://new.example' },
  ],
  [
    'a way to plain http',
    answer(null, { status: 301, headers: { location: 'http://new.example' } }),
    { kind: 'not-attune' },
  ],
  ['a sign-in page', answer(null, { status: 302, headers: { location: '/login' } }), { kind: 'not-attune' }],
  ['a wrong certificate', 'certificate' as const, { kind: 'certificate' }],
  ['an unknown host', 'unknown-host' as const, { kind: 'unknown-host' }],
  ['no connection', 'no-connection' as const, { kind: 'no-connection' }],
])('%s is told apart', async (_, found, expected) => {
  expect(await check(() => found)).toEqual(expected)
})

test('the fingerprint of a key has eight groups of four digits and depends on the key', async () => {
  const digits = await fingerprint('pk_1')
  expect(digits).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/)
  expect(await fingerprint('pk_2')).not.toBe(digits)
})
