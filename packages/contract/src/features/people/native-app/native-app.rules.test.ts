import { expect, test } from 'vitest'
import { appSignInAddress, checkPractice, isChallenge, localNotification } from './native-app.rules.ts'

const practice = {
  product: 'attune',
  name: 'Practice',
  version: '0.1.0',
  apiLevel: 3,
  oldestAppLevel: 2,
  key: 'pk_1',
  setUp: true,
  settings: {},
}
const kindFor = (answer: unknown, apiLevel: number, oldestHostLevel: number) =>
  checkPractice(answer, { apiLevel, oldestHostLevel }).kind

test('an app says whether a host is too old, too new or not Attune [1.11]', () => {
  expect(kindFor(practice, 3, 3)).toBe('fine')
  expect(kindFor(practice, 2, 1)).toBe('fine')
  expect(kindFor(practice, 1, 1)).toBe('host-too-new')
  expect(kindFor(practice, 5, 4)).toBe('host-too-old')
  for (const answer of [
    null,
    'ok',
    {},
    [],
    { ...practice, product: 'x' },
    { ...practice, apiLevel: '3' },
    { alive: true },
  ])
    expect(kindFor(answer, 3, 3)).toBe('not-attune')
})

test('a local notification has the stored title, otherwise a neutral one, and an id from the time [4.08] [9.06]', () => {
  expect(localNotification('New message', 2_147_483_647 + 5)).toEqual({ id: 5, title: 'New message' })
  expect(localNotification('  ', 7)).toEqual({ id: 7, title: 'New notification' })
  expect(localNotification(null, 7, 'Neue Mitteilung').title).toBe('Neue Mitteilung')
  const now = Date.now()
  expect(localNotification(null, now).id).toBe(now % 2_147_483_647)
})

test('a challenge is 32 bytes in base64url and is in the address of the sign-in', () => {
  const challenge = 'a-_9'.repeat(10) + 'abc'
  expect([isChallenge(challenge), isChallenge(`${challenge}=`), isChallenge('a'.repeat(42))]).toEqual([
    true,
    false,
    false,
  ])
  expect(appSignInAddress('https://practice.example', challenge)).toBe(
    `https://practice.example/sign-in?app=${challenge}`,
  )
})
