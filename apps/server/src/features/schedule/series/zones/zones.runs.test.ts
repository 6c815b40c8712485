import { runs } from '@attune/contract/common/runs.testing'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { createReminderRunner } from '../../../../testing/faults/reminders.ts'
import { testedZones } from '../series.random.testing.ts'
import { scheduledReminderErrors, sentReminderErrors } from './reminders.testing.ts'
import { seriesErrors } from '../series.testing.ts'
import {
  extendAfterAYear,
  fiveSeriesAcross,
  openZonePair,
  scheduleAndCheck,
  type ScheduledSeries,
  calendarErrors,
} from './zones.testing.ts'

const app = await startSharedApp({ worker: false })
const reminders = createReminderRunner(app)

// São Paulo and Vancouver no longer change their clocks. For these zones, the test sets the app’s clock back to years
// with clock changes. Kathmandu never changed its clocks, so the test uses the clock changes of Berlin.
test.each(testedZones.filter((_, at) => at % runs(8, 3, 1) === 0))(
  'five series across both clock changes in %s keep the zone’s wall clock in database, API, email, feeds and reminders, also a year later @slow',
  async (zone) => {
    const pair = await openZonePair(app, zone)
    const all: ScheduledSeries[] = []
    for (const rule of fiveSeriesAcross(pair)) all.push(await scheduleAndCheck(app, pair, rule))
    expect(all.flatMap(({ wrong }) => wrong)).toEqual([])
    const odd = all.flatMap(({ dates }) => dates.flatMap(({ wallClock }) => (wallClock === 'once' ? [] : [wallClock])))
    expect(new Set(odd).size).toBe(zone === 'Asia/Kathmandu' ? 0 : 2)
    expect(await calendarErrors(app, pair, all)).toEqual([])

    const laidOut = await reminders.layOut(pair.therapist)
    expect(scheduledReminderErrors(laidOut, pair, all)).toEqual([])
    expect(scheduledReminderErrors(laidOut, { ...pair, zone: 'Pacific/Honolulu' }, all), 'control').not.toEqual([])
    const nights = pair.nights.map((night) => night.day)
    const throughNights = all.flatMap(({ dates, sessions }) =>
      sessions.filter((_, at) => nights.includes(dates[at]?.day ?? '')),
    )
    expect(throughNights.length).toBeGreaterThan(4)
    for (const session of throughNights) {
      const ofNight = laidOut.filter((one) => one.session === session)
      expect(await sentReminderErrors(app, reminders, pair, ofNight)).toEqual([])
    }

    expect(await extendAfterAYear(app, pair, all)).toBeGreaterThan(140)
    expect(await seriesErrors(app, pair.therapist)).toEqual([])
  },
  60_000,
)
