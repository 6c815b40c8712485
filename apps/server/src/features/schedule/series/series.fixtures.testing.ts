import { shiftDay, wallClockOf } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { insertSession } from '../../../testing/records/sessions.ts'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const seriesFixtures = [
  /** A series of two future sessions without answers, and its last session. */
  fixture(['seriesId', 'seriesSessionId'], insertSeries),
]

const zone = 'Europe/Berlin'
const week = 7
const yearsAhead = 20 * 364

/** Inserts a weekly series of two sessions, in a year in which no other fixture has a session. */
async function insertSeries({ app, pair, slot }: FixtureOrder) {
  const [seriesId, first, last] = [randomUUID(), randomUUID(), randomUUID()]
  const wall = wallClockOf(slot, 'UTC')
  const firstDay = shiftDay(wall.day, yearsAhead)
  const lastDay = shiftDay(firstDay, week)
  const therapist_id = pair.therapist.accountId
  const startsOn = (day: string) => `${day}T${wall.time}:00.000Z`
  const location = canary(pair.name, 'location')
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('series')
      .values({
        id: seriesId,
        therapist_id,
        kind: 'session',
        repeat: JSON.stringify({ every: 'weeks', weeks: 1, ends: { by: 'count', count: 2 } }),
        zone,
        first_day: firstDay,
        time: wallClockOf(startsOn(firstDay), zone).time,
        duration_minutes: 50,
        template: JSON.stringify({
          clientIds: [pair.recordId],
          format: 'video',
          therapyType: 'individual',
          location,
          videoUrl: null,
          agreed: false,
        }),
        laid_out_until: lastDay,
        last_day: lastDay,
      })
      .execute(),
  )
  for (const [id, day] of [
    [first, firstDay],
    [last, lastDay],
  ] as const) {
    await insertSession(app, pair.therapist, pair.recordId, {
      id,
      status: 'scheduled',
      startsAt: startsOn(day),
      location,
      series: { id: seriesId, day, anyway: true },
    })
  }
  return { seriesId, seriesSessionId: last }
}
