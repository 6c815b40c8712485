import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTimeLimit } from './time-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function limitOfSecond() {
  const late: string[] = []
  return { late, ...createTimeLimit<string>((query) => void late.push(query), 1_000) }
}

test('a query without a result is late once, when its own time is over', () => {
  const { late, begin } = limitOfSecond()
  begin('first')
  vi.advanceTimersByTime(600)
  begin('second')
  vi.advanceTimersByTime(399)
  expect(late).toEqual([])
  vi.advanceTimersByTime(1)
  expect(late).toEqual(['first'])
  vi.advanceTimersByTime(599)
  expect(late).toEqual(['first'])
  vi.advanceTimersByTime(5_000)
  expect(late).toEqual(['first', 'second'])
})

test('a query that has ended is not late', () => {
  const { late, begin, end } = limitOfSecond()
  begin('first')
  end('first')
  vi.advanceTimersByTime(5_000)
  expect(late).toEqual([])
})

test('a query that begins while the timer of an ended one still runs has its whole time', () => {
  const { late, begin, end } = limitOfSecond()
  begin('first')
  vi.advanceTimersByTime(900)
  end('first')
  begin('second')
  vi.advanceTimersByTime(999)
  expect(late).toEqual([])
  vi.advanceTimersByTime(1)
  expect(late).toEqual(['second'])
})

test('an idle connection has no timer', () => {
  const { begin, end } = limitOfSecond()
  begin('first')
  end('first')
  vi.advanceTimersByTime(1_000)
  expect(vi.getTimerCount()).toBe(0)
})
