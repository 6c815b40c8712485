import { expect, test } from 'vitest'
import { type EndingFacts, isListedForLong, leastListedDays, stepOfEnding } from './record-ending.rules.ts'

const waiting: EndingFacts = {
  listedUntil: '2031-05-10',
  keptUntil: '2031-05-10',
  today: '2031-05-01',
  inAMonth: '2031-06-01',
  isConnected: false,
  isHeld: false,
  isConfirmed: false,
  isRestored: false,
  isTold: false,
  isListedForLong: true,
  isPostponed: false,
}
const due = { ...waiting, today: '2031-05-11', inAMonth: '2031-06-11', isConfirmed: true }
const stepOf = (facts: Partial<EndingFacts>, of: EndingFacts = waiting) => stepOfEnding({ ...of, ...facts })

test('a confirmed record is erased on the day after its end, and not before', () => {
  expect(stepOf({}, due)).toBe('erase')
  expect(stepOf({ today: '2031-05-10' }, due)).toBe('stay')
})

test('a record that was not confirmed stays, however long ago its end was', () => {
  expect(stepOf({ today: '2051-05-11', inAMonth: '2051-06-11' })).toBe('stay')
})

test('a confirmed record that was listed for less than a month stays', () => {
  expect(stepOf({ isListedForLong: false }, due)).toBe('stay')
})

test('a hold keeps a confirmed record at its end, and before it the confirmation stays', () => {
  expect(stepOf({ isHeld: true }, due)).toBe('held')
  expect(stepOf({ isHeld: true, today: '2031-05-10' }, due)).toBe('stay')
})

test('a record whose end is more than a month away again, or that is connected, leaves the list', () => {
  expect(stepOf({ keptUntil: '2041-05-10' }, due)).toBe('leave')
  expect(stepOf({ isConnected: true }, due)).toBe('leave')
  expect(stepOf({ isConnected: true, isHeld: true })).toBe('leave')
})

test('another end makes a confirmation void, also if it is earlier', () => {
  expect(stepOf({ keptUntil: '2031-05-30' }, due)).toBe('moved')
  expect(stepOf({ keptUntil: '2031-04-30' }, due)).toBe('moved')
  expect(stepOf({ keptUntil: '2031-05-30' })).toBe('stay')
})

test('a restore of a backup makes a confirmation void', () => {
  expect(stepOf({ isRestored: true }, due)).toBe('moved')
  expect(stepOf({ isRestored: true })).toBe('stay')
})

test('a record of a closed account is erased a month after the admins were told, unless it is held or kept for longer', () => {
  const closed = { ...due, isConfirmed: false }
  expect(stepOf({}, closed)).toBe('stay')
  expect(stepOf({ isTold: true }, closed)).toBe('erase')
  expect(stepOf({ isTold: true, isHeld: true }, closed)).toBe('stay')
  const postponed = { isTold: true, isPostponed: true, keptUntil: '2032-05-10' }
  expect(stepOf({ ...postponed, listedUntil: '2032-05-10' }, closed)).toBe('stay')
})

test('the month on the list counts by the clock that is behind', () => {
  const listedAt = new Date('2031-05-01T08:00:00Z')
  const after = (days: number) => new Date(listedAt.getTime() + days * 86_400_000)
  expect(isListedForLong(listedAt, after(leastListedDays), after(leastListedDays))).toBe(true)
  expect(isListedForLong(listedAt, after(3650), after(29))).toBe(false)
  expect(isListedForLong(listedAt, after(29), after(3650))).toBe(false)
})
