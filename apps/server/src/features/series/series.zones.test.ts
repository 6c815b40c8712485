import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestHouse, type TestHouse } from '../../testing/house.ts'
import { openReminders, type Reminders } from '../../testing/reminders.ts'
import { zones } from './series.random.testing.ts'
import { judgeLaidOut, judgeTold } from './series.reminded.testing.ts'
import { judgeSeries } from './series.testing.ts'
import { aYearOn, fiveThrough, pairIn, planned, type Planned, readElsewhere } from './series.zones.testing.ts'

let house: TestHouse
let reminders: Reminders
beforeAll(async () => {
  house = await openTestHouse({ worker: false })
  reminders = openReminders(house)
})
afterAll(() => house.close())

// São Paulo and Vancouver use nights of the past, so the clock is set back: they no longer change their clocks.
// Kathmandu never did and uses the nights of Berlin.
test.each(zones)(
  'five series across both clock changes in %s keep the zone’s wall clock in database, API, email, feeds and reminders, also a year later [1.10][1.11][9.02]',
  async (zone) => {
    const pair = await pairIn(house, zone)
    const all: Planned[] = []
    for (const rule of fiveThrough(pair)) all.push(await planned(house, pair, rule))
    expect(all.flatMap(({ wrong }) => wrong)).toEqual([])
    const odd = all.flatMap(({ dates }) => dates.flatMap(({ wallClock }) => (wallClock === 'once' ? [] : [wallClock])))
    expect(new Set(odd).size).toBe(zone === 'Asia/Kathmandu' ? 0 : 2)
    expect(await readElsewhere(house, pair, all)).toEqual([])

    const laidOut = await reminders.layOut(pair.therapist)
    expect(judgeLaidOut(laidOut, pair, all)).toEqual([])
    expect(judgeLaidOut(laidOut, { ...pair, zone: 'Pacific/Honolulu' }, all), 'control').not.toEqual([])
    const nights = pair.nights.map((night) => night.day)
    const throughNights = all.flatMap(({ dates, sessions }) =>
      sessions.filter((_, at) => nights.includes(dates[at]?.day ?? '')),
    )
    expect(throughNights.length).toBeGreaterThan(4)
    for (const session of throughNights) {
      const ofNight = laidOut.filter((one) => one.session === session)
      expect(await judgeTold(house, reminders, pair, ofNight)).toEqual([])
    }

    expect(await aYearOn(house, pair, all)).toBeGreaterThan(140)
    expect(await judgeSeries(house, pair.therapist)).toEqual([])
  },
  60_000,
)
