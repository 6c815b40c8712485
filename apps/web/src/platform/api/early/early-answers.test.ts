// @vitest-environment node
import { beforeEach, expect, test } from 'vitest'
import { takeEarlyAnswer } from './early-answers.ts'

const { signal } = new AbortController()
const take = (procedure: string, body = '{}') => takeEarlyAnswer(procedure, body, signal)

beforeEach(() => {
  globalThis.attuneEarly = {
    at: performance.now(),
    answers: {
      'login/session{}': Promise.resolve(new Response('session')),
      'dashboard/frame{}': Promise.resolve(new Response('frame')),
      'clientHome/get{}': Promise.resolve(new Response('refused', { status: 401 })),
      'product/info{}': Promise.reject(new TypeError('no network')),
    },
  }
  for (const answer of Object.values(globalThis.attuneEarly.answers)) answer.catch(() => {})
})

test('an early answer is used once, for the same procedure and input', async () => {
  expect(await take('dashboard/frame', '{"more":1}')).toBeNull()
  expect(await (await take('dashboard/frame'))?.text()).toBe('frame')
  expect(await take('dashboard/frame')).toBeNull()
})

test('a refusal and a failure are not used, so that the app sends the call itself', async () => {
  expect(await take('clientHome/get')).toBeNull()
  expect(await take('product/info')).toBeNull()
})

test('only a sign-in or a sign-out discards all early answers', async () => {
  expect(await (await take('login/session'))?.text()).toBe('session')
  await take('login/signOut')
  expect(await take('dashboard/frame')).toBeNull()
})

test('an early answer is too old after twenty seconds', async () => {
  globalThis.attuneEarly = {
    ...globalThis.attuneEarly,
    at: performance.now() - 20_001,
  } as typeof globalThis.attuneEarly
  expect(await take('dashboard/frame')).toBeNull()
})

test('a call that is aborted does not wait for its early answer', async () => {
  globalThis.attuneEarly = { at: performance.now(), answers: { 'dashboard/frame{}': new Promise(() => {}) } }
  const caller = new AbortController()
  const asked = takeEarlyAnswer('dashboard/frame', '{}', caller.signal)
  caller.abort(new Error('left'))
  await expect(asked).rejects.toThrow('left')
})
