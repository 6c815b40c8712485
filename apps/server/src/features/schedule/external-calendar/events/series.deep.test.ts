import { expect, test } from 'vitest'
import { readIcsObjectsInProcess } from '../../calendar/calendar.ts'
import { changesOf } from './compare.ts'
import { calendarFile } from './ics-write.ts'
import { uidOf } from './own-events.ts'
import { seriesNow, seriesOverClockChanges } from './series.testing.ts'

test(
  '200 series with occurrences in the nights of four clock changes ask nothing, and all other instants are equal',
  { timeout: 120_000 },
  async () => {
    const all = seriesOverClockChanges()
    const read = await readIcsObjectsInProcess(
      all.map(({ object }) => ({
        href: object.id,
        own: true,
        data: calendarFile(object.event({ uid: uidOf(object.id), sequence: 0, now: seriesNow })),
      })),
      { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2028-01-01T00:00:00Z'), zone: 'UTC' },
    )
    for (const { series, object, entries } of all) {
      const found = read.find(({ href }) => href === object.id)
      const own = found?.own ? { ...found.own, isUnreadable: found.isUnreadable } : null
      const what = `${series.zone} ${series.time} ${JSON.stringify(series.repeat)}`
      // Two years have four clock changes. Only the occurrences in these nights may be interpreted differently.
      expect(Math.abs((own?.occurrences.length ?? 0) - entries.length), what).toBeLessThanOrEqual(4)
      expect(changesOf(object, own, seriesNow), what).toEqual([])
    }
  },
)
