import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'
import { guardianMessagesFixtures } from './messages/guardian.messages.fixtures.testing.ts'
import { guardianAgeFixtures } from './age/guardian.age.fixtures.testing.ts'

export const guardianFixtures = [
  /** The record of a child, a contact that is not invited, and a guardian who was invited more than five minutes ago. */
  fixture(['childId', 'guardianContactId', 'invitedGuardianId'], createChild),
  /** A custody note of the client's record. */
  fixture(['custodyNoteId'], createCustodyNote),
  ...guardianAgeFixtures,
  ...guardianMessagesFixtures,
]

async function createCustodyNote({ app, pair }: FixtureOrder) {
  const [custodyNoteId, therapist_id] = [randomUUID(), pair.therapist.accountId]
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('custody_note')
      .values({
        id: custodyNoteId,
        therapist_id,
        client_id: pair.recordId,
        noted_on: '2026-01-05',
        text: canary(pair.name, 'custody'),
      })
      .execute(),
  )
  return { custodyNoteId }
}

async function createChild({ app, pair }: FixtureOrder) {
  const [childId, guardianContactId, contactId, invitedGuardianId] = [1, 2, 3, 4].map(() => randomUUID()) as [
    string,
    string,
    string,
    string,
  ]
  const therapist_id = pair.therapist.accountId
  const born = shiftDay(todayIn('Europe/Berlin', new Date()), -8 * 365)
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('client')
      .values({
        id: childId,
        therapist_id,
        first_name: 'Tim',
        last_name: canary(pair.name, 'child'),
        date_of_birth: born,
      })
      .execute()
    const contacts = [guardianContactId, contactId].map((id, at) => ({
      id,
      therapist_id,
      client_id: childId,
      name: canary(pair.name, 'guardian'),
      email: `guardian-${id}@attune.test`,
      place: at + 1,
      is_guardian: true,
    }))
    await kysely.insertInto('client_contact').values(contacts).execute()
    await kysely
      .insertInto('guardian')
      .values({
        id: invitedGuardianId,
        therapist_id,
        client_id: childId,
        contact_id: contactId,
        name: canary(pair.name, 'guardian'),
        email: `guardian-${contactId}@attune.test`,
        invited_at: new Date(Date.now() - 10 * 60_000),
      })
      .execute()
  })
  return { childId, guardianContactId, invitedGuardianId }
}
