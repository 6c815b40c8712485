import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestHouse, type TestHouse } from '../../testing/house.ts'
import { judgeSeries } from './series.testing.ts'
import { aYearOn, nights, pairIn, seriesThrough } from './series.zones.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ worker: false })
})
afterAll(() => house.close())

test('through both nights of eight zones what is stored, told and mailed is the wall clock of the zone, and a year on through two more [1.10][1.11]', async () => {
  const pairs = []
  for (const [number, zone] of Object.keys(nights).entries()) pairs.push(await pairIn(house, zone, number + 1))
  for (const pair of pairs) {
    const [spring, autumn] = nights[pair.zone] as [string, string]
    expect(await seriesThrough(house, pair, spring, '02:15')).toEqual([])
    expect(await seriesThrough(house, pair, autumn, '01:20')).toEqual([])
  }
  house.clock.advance(365 * 24 * 60 * 60_000)
  for (const pair of pairs) {
    expect(await aYearOn(house, pair)).toBeGreaterThan(140)
    expect(await judgeSeries(house, pair.therapist), pair.zone).toEqual([])
  }
}, 120_000)
