import { wallClockOf } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

const minute = 60_000

export const calendarFixtures = [
  /** A future busy time. */
  fixture(['eventId'], insertBusyTime),
  /** A series of busy times whose last change was undone. The change has the same id as the series. */
  fixture(['busySeriesId'], insertBusySeries),
  /** An imported calendar with a non-public address. */
  fixture(['importedCalendarId'], insertImportedCalendar),
]

/** Inserts a busy time between the times that the change requests propose. */
export async function insertBusyTime({ app, pair, slot }: FixtureOrder) {
  const eventId = randomUUID()
  const therapist_id = pair.therapist.accountId
  const startsAt = Date.parse(slot) + (4 * 60 + 50) * minute
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('event')
      .values({
        id: eventId,
        therapist_id,
        title: canary(pair.name, 'event'),
        starts_at: new Date(startsAt),
        ends_at: new Date(startsAt + 10 * minute),
      })
      .execute(),
  )
  return { eventId }
}

async function insertBusySeries({ app, pair, slot }: FixtureOrder) {
  const busySeriesId = randomUUID()
  const zone = 'Europe/Berlin'
  const firstDay = wallClockOf(slot, zone).day
  const therapist_id = pair.therapist.accountId
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('series')
      .values({
        id: busySeriesId,
        therapist_id,
        kind: 'event',
        repeat: JSON.stringify({ every: 'weeks', weeks: 1, ends: { by: 'never' } }),
        zone,
        first_day: firstDay,
        time: '12:00',
        duration_minutes: 10,
        template: JSON.stringify({ title: canary(pair.name, 'event'), location: '' }),
        laid_out_until: firstDay,
        last_day: firstDay,
      })
      .execute()
    await kysely
      .updateTable('series')
      .set({ undo: JSON.stringify({ act: busySeriesId, undone: true }) })
      .where('id', '=', busySeriesId)
      .execute()
  })
  return { busySeriesId }
}

async function insertImportedCalendar({ app, pair }: FixtureOrder) {
  const importedCalendarId = randomUUID()
  const therapist_id = pair.therapist.accountId
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('imported_calendar')
      .values({
        id: importedCalendarId,
        therapist_id,
        name: canary(pair.name, 'calendar'),
        address: `https://127.0.0.1/canary-${pair.name}-secret/basic.ics`,
      })
      .execute(),
  )
  return { importedCalendarId }
}
