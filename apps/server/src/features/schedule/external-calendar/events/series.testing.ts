import { occurrences } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { occurrenceOn, type StoredSeries } from '../../recurrence/recurrence.ts'
import { ownObjects } from './own-events.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'Europe/London']
const rules: Repeat[] = [
  { every: 'weeks', weeks: 1, ends: { by: 'never' } },
  { every: 'weeks', weeks: 2, ends: { by: 'never' } },
  { every: 'months', nth: 2, ends: { by: 'never' } },
  { every: 'months', nth: -1, ends: { by: 'never' } },
]
const rulesOf = { privacy: 'busy', withPlace: false, language: 'en', origin: 'https://attune.test' } as const
export const seriesNow = new Date('2026-01-01T00:00:00Z')

/** Returns 200 series with occurrences in the nights of four clock changes. Some occurrences are skipped or moved. */
export const seriesOverClockChanges = () =>
  Array.from({ length: 200 }, (_, number) => {
    const repeat = rules[number % rules.length] as Repeat
    const firstDay = repeat.every === 'months' && repeat.nth === -1 ? '2026-01-25' : '2026-01-11'
    const time = ['00:30', '01:30', '02:15', '02:30', '03:00', '09:00', '23:30'][number % 7] ?? '09:00'
    const series: StoredSeries = {
      id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      kind: 'session',
      repeat,
      zone: zones[Math.floor(number / 4) % zones.length] ?? 'UTC',
      firstDay,
      time,
      durationMinutes: 50,
      template: {},
      materializedUntil: '2027-12-31',
      lastDay: null,
    }
    // Every seventh day is skipped, every fifth is moved by an hour.
    const entries = occurrences(firstDay, repeat, '2027-12-31').flatMap((day, at) => {
      if (at % 7 === 3) return []
      const { startsAt, endsAt } = occurrenceOn(at % 5 === 4 ? { ...series, time: '17:00' } : series, day)
      const more = { title: '', location: '', videoUrl: '', callInAttune: false, people: [] }
      return [
        { id: `${series.id} ${day}`, kind: 'session' as const, startsAt, endsAt, seriesId: series.id, day, ...more },
      ]
    })
    const [object] = ownObjects(entries, new Map([[series.id, series]]), rulesOf)
    if (!object) throw new Error('no series')
    return { series, object, entries }
  })
