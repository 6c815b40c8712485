// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ExpiringCache, avatarCacheLimits, generalCacheLimits, profileCacheLimits } from './expiring-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the general cache keeps a value for 5 minutes', () => {
  const cache = new ExpiringCache<string>()
  cache.set('a', 'kept')
  vi.advanceTimersByTime(299_999)
  expect(cache.get('a')).toBe('kept')
  vi.advanceTimersByTime(1)
  expect(cache.get('a')).toBeUndefined()
  expect(cache.size).toBe(0)
})

test('at most 1,000 entries: the oldest is evicted, and writing an entry again renews it', () => {
  expect(generalCacheLimits).toEqual({ minutes: 5, entries: 1000 })
  const cache = new ExpiringCache<number>()
  for (let key = 0; key < 1000; key++) cache.set(String(key), key)
  cache.set('0', 0)
  cache.set('1000', 1000)
  expect(cache.size).toBe(1000)
  expect(cache.get('0')).toBe(0)
  expect(cache.get('1')).toBeUndefined()
})

test.each([
  ['avatars', avatarCacheLimits, 15],
  ['profiles and their pictures', profileCacheLimits, 10],
] as const)('%s: at most 500 entries, each with its own lifetime', (_, limits, minutes) => {
  expect(limits).toEqual({ minutes, entries: 500 })
  const cache = new ExpiringCache<string>(limits)
  cache.set('u', '/avatars/u/1.webp')
  vi.advanceTimersByTime(minutes * 60_000 - 1)
  expect(cache.get('u')).toBe('/avatars/u/1.webp')
  vi.advanceTimersByTime(1)
  expect(cache.get('u')).toBeUndefined()
})
