import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openQueue } from './open-drafts.ts'
import { abandonPage, resetUnsaved } from './unsaved.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  resetUnsaved()
})

const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('a queue whose code could not be loaded opens once it can', async () => {
  const open = vi.fn(async () => {})
  const load = vi
    .fn(async () => ({ outgoingQueue: { open } }))
    .mockImplementationOnce(failing)
    .mockImplementationOnce(failing)
  const opened = openQueue('one', load)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(open).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5_000)
  await opened
  expect(open.mock.calls).toEqual([['one']])
})

test('a queue whose code could not be loaded stays closed after the person has signed out', async () => {
  const open = vi.fn(async () => {})
  const load = vi.fn(async () => ({ outgoingQueue: { open } })).mockImplementationOnce(failing)
  const opened = openQueue('one', load)
  abandonPage()
  await vi.advanceTimersByTimeAsync(60_000)
  await opened
  expect(open).not.toHaveBeenCalled()
})
