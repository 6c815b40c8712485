import { randomUUID } from 'node:crypto'
import { insertBusyTime } from '../calendar/calendar.fixtures.testing.ts'
import { passwordName } from './external-calendar.providers.ts'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const externalCalendarFixtures = [
  /** An external calendar account, one of its calendars, and an open question about an Attune event in this calendar. */
  fixture(['externalAccountId', 'externalCalendarId', 'externalQuestionId'], createExternalCalendar),
]

/**
 * Inserts an account at a server that cannot be reached, a calendar of this account, and a question about a busy time that was deleted in this
 * calendar.
 */
async function createExternalCalendar(order: FixtureOrder) {
  const { app, pair } = order
  const { eventId } = await insertBusyTime(order)
  const [externalAccountId, externalCalendarId, externalQuestionId] = [randomUUID(), randomUUID(), randomUUID()]
  const therapist_id = pair.therapist.accountId
  const address = `https://127.0.0.1/canary-${pair.name}-secret/`
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('external_account')
      .values({
        id: externalAccountId,
        therapist_id,
        provider: 'caldav',
        address,
        user_name: canary(pair.name, 'user'),
        sealed: app.providerKeys.seal(passwordName(externalAccountId), canary(pair.name, 'password')),
      })
      .execute()
    await kysely
      .insertInto('external_calendar')
      .values({
        id: externalCalendarId,
        therapist_id,
        account_id: externalAccountId,
        url: `${address}${externalCalendarId}/`,
        name: canary(pair.name, 'calendar'),
        direction: 'both',
        next_sync_at: new Date('2100-01-01'),
      })
      .execute()
    await kysely
      .insertInto('external_question')
      .values({
        id: externalQuestionId,
        therapist_id,
        calendar_id: externalCalendarId,
        object_id: eventId,
        subject_id: eventId,
        kind: 'event',
        change: 'deleted',
        asked_at: new Date(),
      })
      .execute()
  })
  return { externalAccountId, externalCalendarId, externalQuestionId }
}
