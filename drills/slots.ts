import fc from 'fast-check'
import { freeSlots, type BookingCalendar } from '../apps/server/src/features/schedule/schedule/schedule.free-slots.ts'
import {
  type ArbitraryCalendar,
  arbitraryCalendar,
} from '../apps/server/src/features/schedule/schedule/free-slots.testing.ts'
import { referenceSlots } from '../apps/server/src/features/schedule/schedule/slow-free-slots.testing.ts'
import type { DrillOutcome } from './outcome.ts'

/**
 * Maps a time zone to one that has the same standard offset but no clock changes. With these zones the drill proves
 * that it detects a search that ignores clock changes.
 */
const still: Record<string, string> = {
  'Europe/Berlin': 'Africa/Algiers',
  'Europe/London': 'Africa/Abidjan',
  'America/New_York': 'America/Panama',
  'Australia/Sydney': 'Australia/Brisbane',
}

/** Compares the free slots of random calendars with a minute-by-minute computation. */
export async function slotsDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const numRuns = short ? 1_000 : 10_000
  const seed = Math.floor(Math.random() * 2 ** 31)
  const sum = { calendars: 0, nights: 0, offered: 0, wrong: 0, withoutBuffers: 0, withoutChange: 0 }
  const judge = (calendar: ArbitraryCalendar) => {
    const { week, wanted, night } = calendar
    const slow = JSON.stringify(referenceSlots(week, wanted))
    const differs = (of: BookingCalendar) => fastSlots(of, wanted) !== slow
    sum.calendars++
    sum.offered += (slow.match(/startsAt/g) ?? []).length
    if (night) sum.nights++
    if (differs(week)) sum.wrong++
    if (differs({ ...week, rules: { ...week.rules, bufferBefore: 0, bufferAfter: 0 } })) sum.withoutBuffers++
    const zone = still[week.hours.zone]
    if (night && zone && differs({ ...week, hours: { ...week.hours, zone } })) sum.withoutChange++
    if (sum.calendars % (numRuns / 10) === 0) say(`${sum.calendars} calendars`)
    return !differs(week)
  }
  const details = fc.check(fc.property(arbitraryCalendar, judge), { numRuns, seed, endOnFailure: true })
  return {
    passed: !details.failed && sum.wrong === 0 && sum.withoutBuffers > 0 && sum.withoutChange > 0,
    figures: {
      calendars: sum.calendars,
      'of them around a change of the clocks': sum.nights,
      'times offered': sum.offered,
      'calendars that differ from the minute-by-minute count': sum.wrong,
      'seed and path': `${details.seed} ${details.counterexamplePath ?? ''}`.trim(),
      'control: noticed when buffers are forgotten': sum.withoutBuffers,
      'control: noticed when the change of the clocks is forgotten': sum.withoutChange,
    },
  }
}

const fastSlots = (week: BookingCalendar, wanted: ArbitraryCalendar['wanted']) =>
  JSON.stringify(Array.from(freeSlots(week, wanted), ({ startsAt, location }) => ({ startsAt, location })))
