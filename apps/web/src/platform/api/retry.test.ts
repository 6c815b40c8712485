import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CircuitOpenError, ConnectionError, errorClass, isRetryable } from './errors.ts'
import { avatarRetry, retryDelayMilliseconds, withRetry } from './retry.ts'

const offline = (is: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!is)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('three retries after 1, 2 and 4 seconds, then the error [9.10]', async () => {
  const times: number[] = []
  const begun = Date.now()
  const call = () => {
    times.push(Date.now() - begun)
    return Promise.reject(new ConnectionError('NETWORK_ERROR'))
  }
  const end = withRetry(call).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await end).toMatchObject({ kind: 'NETWORK_ERROR' })
  expect(times).toEqual([0, 1000, 3000, 7000])
})

test('a picture is requested twice more, after 0.5 and 1 second [7.01, 9.10]', async () => {
  const call = vi.fn<() => Promise<string>>(() => Promise.reject(new ConnectionError('TIMEOUT')))
  const begun = Date.now()
  const end = withRetry(call, undefined, avatarRetry).catch(() => Date.now() - begun)
  await vi.runAllTimersAsync()
  expect(await end).toBe(1500)
  expect(call).toHaveBeenCalledTimes(3)
})

test('each error class says whether a call is retried [8.03, 8.07]', () => {
  const withCode = (code: string) => Object.assign(new Error(code), { code })
  const all: [unknown, string, boolean][] = [
    [withCode('PGRST116'), 'NOT_FOUND', false],
    [new ORPCError('NOT_FOUND', { status: 404 }), 'NOT_FOUND', false],
    [new ConnectionError('NETWORK_ERROR'), 'NETWORK_ERROR', true],
    [new ConnectionError('TIMEOUT'), 'TIMEOUT', true],
    ...[500, 502, 503, 504].map((status): [unknown, string, boolean] => [
      new ORPCError('X', { status }),
      'SERVER_ERROR',
      true,
    ]),
    ...[400, 401, 403, 409, 413, 429].map((status): [unknown, string, boolean] => [
      new ORPCError('X', { status }),
      'CLIENT_ERROR',
      false,
    ]),
    [withCode('PGRST301'), 'CLIENT_ERROR', true],
    [withCode('PGRST204'), 'CLIENT_ERROR', true],
    [new Error('x'), 'UNKNOWN_ERROR', false],
    [new CircuitOpenError(60), 'SERVER_ERROR', false],
  ]
  for (const [error, kind, again] of all) expect([errorClass(error), isRetryable(error)]).toEqual([kind, again])
})

test('Retry-After takes precedence and the pause is at most 30 s [9.10]', () => {
  expect(retryDelayMilliseconds(0, new ORPCError('UNAVAILABLE', { status: 503, data: { retryAfterSeconds: 5 } }))).toBe(
    5000,
  )
  expect(retryDelayMilliseconds(9, new ConnectionError('TIMEOUT'))).toBe(30_000)
})

test('an offline call waits without a limit and is sent when the connection is back', async () => {
  offline(true)
  const call = vi.fn(() => Promise.resolve('saved'))
  const saved = withRetry(call)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(call).not.toHaveBeenCalled()
  offline(false)
  dispatchEvent(new Event('online'))
  await expect(saved).resolves.toBe('saved')
})

test('a connection lost during a call is waited for and does not count as an attempt', async () => {
  const call = vi.fn<() => Promise<string>>(() => {
    if (call.mock.calls.length > 1) return Promise.resolve('saved')
    offline(true)
    return Promise.reject(new ConnectionError('NETWORK_ERROR'))
  })
  const saved = withRetry(call)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(call).toHaveBeenCalledTimes(1)
  offline(false)
  dispatchEvent(new Event('online'))
  await expect(saved).resolves.toBe('saved')
})
