import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
})
afterEach(() => vi.useRealTimers())

test('a new page has no key, and then says with each call how many seconds ago it was used', async () => {
  const { pageHeader, recordUse, setPageKey } = await import('./page-use.ts')
  expect(pageHeader()).toEqual({ 'x-attune-page': 'new' })
  setPageKey('key')
  setPageKey(null)
  vi.advanceTimersByTime(90_000)
  expect(pageHeader()).toEqual({ 'x-attune-page': 'key 90' })
  recordUse()
  expect(pageHeader()).toEqual({ 'x-attune-page': 'key 0' })
})

test('a clock that was set back makes no use later, and a device that slept counts its sleep', async () => {
  const { pageHeader, setPageKey } = await import('./page-use.ts')
  setPageKey('key')
  const now = Date.now()
  vi.setSystemTime(now - 3_600_000)
  expect(pageHeader()).toEqual({ 'x-attune-page': 'key 0' })
  vi.setSystemTime(now + 3_600_000)
  expect(pageHeader()).toEqual({ 'x-attune-page': 'key 3600' })
})
