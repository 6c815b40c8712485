import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from './faults.ts'
import { delayBefore, mayRetry, withRetry } from './retry.ts'

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

test('gateways and lost answers are tried again, refusals are not; Retry-After wins and 30 s is the most [9.10]', () => {
  for (const status of [502, 503, 504]) expect(mayRetry(new ORPCError('X', { status }))).toBe(true)
  for (const status of [400, 401, 403, 404, 409, 500]) expect(mayRetry(new ORPCError('X', { status }))).toBe(false)
  expect(mayRetry(new ConnectionError('TIMEOUT'))).toBe(true)
  expect(delayBefore(0, new ORPCError('UNAVAILABLE', { status: 503, data: { retryAfterSeconds: 5 } }))).toBe(5000)
  expect(delayBefore(9, new ConnectionError('TIMEOUT'))).toBe(30_000)
})

test('offline, a call waits without being given up and goes through when the connection is back', async () => {
  offline(true)
  const call = vi.fn(() => Promise.resolve('saved'))
  const saved = withRetry(call)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(call).not.toHaveBeenCalled()
  offline(false)
  dispatchEvent(new Event('online'))
  await expect(saved).resolves.toBe('saved')
})

test('a connection lost in the middle waits for its return and is not counted as a try', async () => {
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
