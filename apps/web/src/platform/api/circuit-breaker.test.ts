import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CircuitBreaker, circuitBreakerLimits, resetCircuitBreakers, withCircuitBreaker } from './circuit-breaker.ts'
import { CircuitOpenError, ConnectionError } from './errors.ts'

const fails = () => Promise.reject(new ConnectionError('NETWORK_ERROR'))
const refuses = () => Promise.reject(new ORPCError('SLOT_TAKEN', { status: 409 }))
const works = () => Promise.resolve('answer')
const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)
const failTimes = async (breaker: CircuitBreaker, times: number) => {
  for (let time = 0; time < times; time++) await caught(breaker.run(fails))
}
let breaker: CircuitBreaker

beforeEach(() => {
  vi.useFakeTimers()
  breaker = new CircuitBreaker()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('after five failures nothing is sent for 60 s, then one call is sent as a trial [9.10]', async () => {
  expect(circuitBreakerLimits).toEqual({ failures: 5, windowSeconds: 10, resetSeconds: 60 })
  await failTimes(breaker, 5)
  const call = vi.fn<() => Promise<string>>(works)
  const error = await caught(breaker.run(call))
  expect(error).toBeInstanceOf(CircuitOpenError)
  expect(error).toMatchObject({ retryAfterSeconds: 60 })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(await caught(breaker.run(call))).toBeInstanceOf(CircuitOpenError)
  expect(call).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(breaker.run(call)).resolves.toBe('answer')
  await expect(breaker.run(call)).resolves.toBe('answer')
})

test('failures more than 10 s apart do not add up, and an answer in between clears them [9.10]', async () => {
  await failTimes(breaker, 4)
  await vi.advanceTimersByTimeAsync(10_000)
  await failTimes(breaker, 4)
  await expect(breaker.run(works)).resolves.toBe('answer')
  await failTimes(breaker, 4)
  await expect(breaker.run(works)).resolves.toBe('answer')
})

test('a failed trial call refuses other calls for another 60 s [9.10]', async () => {
  await failTimes(breaker, 5)
  await vi.advanceTimersByTimeAsync(60_000)
  const { promise, reject } = Promise.withResolvers<string>()
  const trial = caught(breaker.run(() => promise))
  expect(await caught(breaker.run(works))).toBeInstanceOf(CircuitOpenError)
  reject(new ConnectionError('TIMEOUT'))
  await trial
  expect(await caught(breaker.run(works))).toMatchObject({ retryAfterSeconds: 60 })
})

test('a refusal counts as an answer, and failures while offline do not count', async () => {
  for (let time = 0; time < 9; time++) await caught(breaker.run(refuses))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await failTimes(breaker, 9)
  await expect(breaker.run(works)).resolves.toBe('answer')
})

test('an overloaded server that says when to call again does not stop the calls, while a 503 without a time does', async () => {
  const busy = (data?: object) => () => Promise.reject(new ORPCError('UNAVAILABLE', { status: 503, data }))
  for (let time = 0; time < 9; time++) await caught(breaker.run(busy({ retryAfterSeconds: 3 })))
  await expect(breaker.run(works)).resolves.toBe('answer')
  for (let time = 0; time < 5; time++) await caught(breaker.run(busy()))
  expect(await caught(breaker.run(works))).toBeInstanceOf(CircuitOpenError)
})

test('a failing procedure does not stop the others, and a retry by the person is sent at once', async () => {
  for (let time = 0; time < 5; time++) await caught(withCircuitBreaker('client/list', fails))
  expect(await caught(withCircuitBreaker('client/list', works))).toBeInstanceOf(CircuitOpenError)
  await expect(withCircuitBreaker('session/list', works)).resolves.toBe('answer')
  resetCircuitBreakers()
  await expect(withCircuitBreaker('client/list', works)).resolves.toBe('answer')
})
