import { utcDay } from '../../../packages/contract/src/common/time/time.testing.ts'
import { expect, test } from 'vitest'
import { instantOfPostgres, momentInZoneAndUtc, parseMoment } from './moment.rules.ts'

const zone = 'Europe/Berlin'
const year = new Date().getUTCFullYear()

/** Returns the last Sunday of a month, on which the clocks change. */
function lastSunday(month: number): string {
  const last = new Date(Date.UTC(year, month, 0))
  return utcDay(last.getTime() - last.getUTCDay() * 86_400_000)
}
const winter = `${year}-01-10`

test.each([
  [`${winter} 14:05`, `${winter}T13:05:00Z`],
  [`${winter}T14:05:09`, `${winter}T13:05:09Z`],
  [`${winter} 14:05:09.123456`, `${winter}T13:05:09.123456Z`],
  [`${winter} 14:05Z`, `${winter}T14:05:00Z`],
  [`${winter} 14:05 -05:00`, `${winter}T19:05:00Z`],
  [`${winter} 14:05+02`, `${winter}T12:05:00Z`],
])('%s is a moment in the zone of the practice', (typed, at) => {
  expect(parseMoment(typed, zone)).toEqual({ at })
})

test.each(['yesterday', winter, `${winter} 25:00`, `${year}-02-31 10:00`, `${winter} 14:05:99`, ''])(
  '%s is no moment',
  (typed) => {
    expect(parseMoment(typed, zone)).toEqual({ problem: 'form' })
  },
)

test('an hour that occurs twice has two moments, and an offset says which one is meant', () => {
  const day = lastSunday(10)
  expect(parseMoment(`${day} 02:30`, zone)).toEqual({
    problem: 'twice',
    first: `${day}T00:30:00Z`,
    second: `${day}T01:30:00Z`,
  })
  expect(parseMoment(`${day} 02:30+01:00`, zone)).toEqual({ at: `${day}T01:30:00Z` })
})

test('an hour that the clocks skip is no moment', () => {
  expect(parseMoment(`${lastSunday(3)} 02:30`, zone)).toEqual({ problem: 'never' })
})

test('a moment is shown in the zone of the practice and in UTC', () => {
  expect(momentInZoneAndUtc(`${winter}T23:30:00Z`, zone)).toBe(
    `${year}-01-11 00:30 (Europe/Berlin), ${winter} 23:30 UTC`,
  )
})

test('a time of Postgres is read', () => {
  expect(instantOfPostgres(`${winter} 13:05:02.51+00`)).toBe(`${winter}T13:05:02.510Z`)
})
