import { runs } from '@attune/contract/common/runs.testing'
import { expect, test } from 'vitest'
import { openOutbound } from '../../../../platform/outbound/outbound.ts'
import { startGoogleCalendar } from '../../../../testing/calendar/google-calendar.ts'
import { icsHash } from '../../calendar/calendar.ts'
import { openGoogle } from './google.ts'
import { changesOf } from '../events/compare.ts'
import { calendarFile } from '../events/ics-write.ts'
import { uidOf } from '../events/own-events.ts'
import { seriesNow, seriesOverClockChanges } from '../events/series.testing.ts'

test(
  'series across four clock changes are at Google at the instants at which they are here [1.11]',
  { timeout: 300_000 },
  async () => {
    const google = await startGoogleCalendar()
    const { access, apiRoot } = google
    const provider = openGoogle(openOutbound({ localHosts: [google.host] }), access, { apiRoot })
    const url = `${apiRoot}calendar/v3/calendars/thea%40example.com`
    const tested = seriesOverClockChanges().filter((_, at) => at % runs(3, 3, 1) === 0)
    for (const { series, object, entries } of tested) {
      const what = `${series.zone} ${series.time} ${JSON.stringify(series.repeat)}`
      const href = provider.hrefOf(url, object.id)
      const event = object.event({ uid: uidOf(object.id), sequence: 0, now: seriesNow })
      expect(await provider.prepareWrite(href, event, null).send(null), what).toMatchObject({ result: 'written' })
      const shown = google.shown().map(({ startsAt, endsAt }) => `${startsAt} ${endsAt}`)
      expect(shown.toSorted(), what).toEqual(entries.map(({ startsAt, endsAt }) => `${startsAt} ${endsAt}`).toSorted())
      const [item] = (await provider.read(url, [href])).items
      expect(item && provider.digestOf(item.stored), what).toBe(icsHash(calendarFile(event)))
      const window = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2028-01-01T00:00:00Z'), zone: 'UTC' }
      if (Number(series.id.slice(-3)) % 20 === 0) {
        const [read] = item ? await provider.interpret([{ href, stored: item.stored, own: true }], window) : []
        const own = read?.own ? { ...read.own, isUnreadable: read.isUnreadable } : null
        expect(changesOf(object, own, seriesNow), what).toEqual([])
      }
      google.calendarAt().events.clear()
    }
    await google.close()
  },
)
