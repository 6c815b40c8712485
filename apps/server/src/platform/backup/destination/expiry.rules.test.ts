import { utcDay } from '@attune/contract/common/time/time.testing'
import { expect, test } from 'vitest'
import { lastDeletionOf, logDeletionOf, possibleBackups, type HeldBackup } from './expiry.rules.ts'
import { keptAtDestination } from './retention.rules.ts'

const zone = 'Europe/Berlin'
const dayMilliseconds = 24 * 60 * 60_000
/** 15 May of this year at noon UTC. */
const noon = new Date(Date.UTC(new Date().getUTCFullYear(), 4, 15, 12))
const later = (from: Date, days: number) => new Date(from.getTime() + days * dayMilliseconds)
const proved = (times: Date[]): HeldBackup[] => times.map((at) => ({ at, isProved: true }))
/** The backups that a destination has after daily ones for a year up to `until`. */
function daily(until: Date, zoneOf = zone): HeldBackup[] {
  let left: Date[] = []
  for (let day = 370; day > 0; day--) {
    const at = later(until, -day + 0.6)
    left = [...left, at]
    const kept = keptAtDestination(left, zoneOf, at)
    left = left.filter((each) => kept.has(each.getTime()))
  }
  return proved(left)
}

/** Returns the day on which the daily backups have deleted the last backup from before `moment`, calculated day by day. */
function dayByDay(backups: HeldBackup[], moment: Date): Date {
  let left = backups.map(({ at }) => at)
  for (let day = 0; day < 800; day++) {
    const at = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() + 1 + day, 1))
    left = [...left, at]
    const kept = keptAtDestination(left, zone, at)
    left = left.filter((each) => kept.has(each.getTime()))
    if (!left.some((each) => each < moment)) return at
  }
  throw new Error('an old backup is kept for ever')
}

test('the last backup of a destination goes on the day that daily retention gives, within a year and two days @slow', () => {
  for (const moment of [noon, later(noon, 16), later(noon, 17), later(noon, 200)]) {
    const backups = daily(moment)
    const last = lastDeletionOf(backups, moment, { keeping: 'destination', zone, now: moment })
    expect(utcDay(last as Date)).toBe(utcDay(dayByDay(backups, moment)))
    expect((last as Date).getTime() - moment.getTime()).toBeLessThan(368 * dayMilliseconds)
  }
})

test('the day does not change while time passes and a backup is made every day @slow', () => {
  const first = lastDeletionOf(daily(noon), noon, { keeping: 'destination', zone, now: noon })
  const now = later(noon, 90)
  expect(lastDeletionOf(daily(now), noon, { keeping: 'destination', zone, now })).toEqual(first)
})

test('a place without a backup from before holds nothing', () => {
  const now = later(noon, 3)
  const backups = proved([later(noon, 1), later(noon, 2)])
  expect(lastDeletionOf(backups, noon, { keeping: 'destination', zone, now })).toBeNull()
})

test('the default folder keeps two backups, and is emptied by the next one once a destination is chosen', () => {
  const backups = proved([later(noon, -1.4), later(noon, -0.4)])
  const of = (keeping: 'default' | 'until-next') => lastDeletionOf(backups, noon, { keeping, zone, now: noon })
  expect(of('default')).toEqual(new Date(later(noon, 2).setUTCHours(1)))
  expect(of('until-next')).toEqual(new Date(later(noon, 1).setUTCHours(1)))
})

test('a backup before an upgrade goes with the first backup after seven days', () => {
  const backups = [{ at: later(noon, -0.1), isProved: false }]
  const last = lastDeletionOf(backups, noon, { keeping: 'destination', zone, now: noon })
  expect(last).toEqual(new Date(later(noon, 8).setUTCHours(1)))
})

test('a destination that cannot be read is given at least the day of any that can @slow', () => {
  for (const moment of [noon, later(noon, 16), later(noon, 17)]) {
    const place = { keeping: 'destination', zone, now: moment } as const
    const possible = lastDeletionOf(possibleBackups(moment, zone), moment, place)
    const real = lastDeletionOf(daily(moment), moment, place)
    expect(possible && real && possible >= real).toBe(true)
  }
})

test('the log of changes goes when the first backup after it is seven days old', () => {
  expect(logDeletionOf(noon, zone)).toEqual(new Date(later(noon, 8).setUTCHours(1)))
  const beforeBackup = new Date(new Date(noon).setUTCHours(0, 30))
  expect(logDeletionOf(beforeBackup, zone)).toEqual(new Date(later(noon, 8).setUTCHours(1)))
})
