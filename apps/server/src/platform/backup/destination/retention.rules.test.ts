import { expect, test } from 'vitest'
import { keptAtDestination, keptInDefaultFolder, keptUnproved } from './retention.rules.ts'

const zone = 'Europe/Berlin'
const year = new Date().getUTCFullYear()
const dayMilliseconds = 24 * 60 * 60 * 1000
/** Returns the time of the backup of a day, counted from January 1; at 03:00 UTC unless `hour` is given. */
const at = (day: number, hour = 3) => new Date(Date.UTC(year, 0, 1, hour) + day * dayMilliseconds)
const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => at(from + index))

/** Makes a backup every day and deletes those that retention does not keep, as the product does. Returns the remaining ones. */
function keepDaily(from: number, to: number, zoneOf: (day: number) => string = () => zone): Date[] {
  let left: Date[] = []
  for (let day = from; day <= to; day++) {
    const times = [...left, at(day)]
    const keepers = keptAtDestination(times, zoneOf(day), at(day))
    left = times.filter((each) => keepers.has(each.getTime()))
  }
  return left
}

test('after two years there are the backups of 7 days, 4 weeks and 12 months @slow', () => {
  const left = keepDaily(0, 730)
  expect(left.slice(-7)).toEqual(days(724, 730))
  expect(left.length).toBeGreaterThanOrEqual(7 + 2 + 10)
  expect(left.length).toBeLessThanOrEqual(7 + 4 + 12)
  const oldest = (at(730).getTime() - (left[0]?.getTime() ?? 0)) / dayMilliseconds
  expect(oldest).toBeGreaterThan(300)
  expect(oldest).toBeLessThan(366)
})

test('of several backups of a day the last one is kept, and the newest always', () => {
  const times = [at(1, 3), at(1, 9), at(1, 15), ...days(2, 9)]
  const keepers = keptAtDestination(times, zone, at(9))
  expect(keepers.has(at(1, 3).getTime())).toBe(false)
  expect(keepers.has(at(9).getTime())).toBe(true)
})

test('a clock that was set back deletes neither the new backup nor those of the latest days', () => {
  const keepers = keptAtDestination([...days(50, 60), at(10)], zone, at(10))
  expect([at(10), ...days(54, 60)].every((each) => keepers.has(each.getTime()))).toBe(true)
})

test('a clock that was ten years ahead for a day costs one day, and the others stay', () => {
  const keepers = keptAtDestination([...days(50, 60), at(3_650)], zone, at(60))
  expect(days(55, 60).every((each) => keepers.has(each.getTime()))).toBe(true)
})

test('a practice that was closed for a year keeps the backups from before', () => {
  const keepers = keptAtDestination([...days(0, 6), at(380)], zone, at(380))
  expect(days(1, 6).every((each) => keepers.has(each.getTime()))).toBe(true)
})

test('a zone that changes across the date line leaves no gap in the latest days', () => {
  const left = keepDaily(0, 60, (day) => (day < 50 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'))
  expect(left.slice(-7)).toEqual(days(54, 60))
})

test('the hour that the clocks skip or repeat makes no second day @slow', () => {
  // Berlin changes its clocks on the last Sundays of March and October.
  const left = keepDaily(60, 330)
  expect(left.slice(-7)).toEqual(days(324, 330))
})

test('in the default folder the latest two are kept, also when the clock was set back', () => {
  expect(keptInDefaultFolder(days(1, 5), at(5))).toEqual(new Set([at(5), at(4)].map((each) => each.getTime())))
  expect(keptInDefaultFolder([...days(4, 5), at(1)], at(1))).toEqual(
    new Set([at(1), at(5)].map((each) => each.getTime())),
  )
})

test('backups without a proof are kept for seven days', () => {
  expect(keptUnproved(days(1, 9), at(9))).toEqual(new Set(days(3, 9).map((each) => each.getTime())))
})
