import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

const minute = 60_000

export const groupFixtures = [
  /** A group of the therapist whose only member is the client, and a planned session of the group without participants. */
  fixture(['groupId', 'groupMemberId', 'groupSessionId'], insertGroup),
]

async function insertGroup({ app, pair, slot }: FixtureOrder) {
  const [groupId, groupMemberId, groupSessionId] = [randomUUID(), randomUUID(), randomUUID()]
  const starts = Date.parse(slot) + 235 * minute
  const therapist_id = pair.therapist.accountId
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    const name = canary(pair.name, 'group').slice(0, 80)
    await kysely
      .insertInto('client_group')
      .values({
        id: groupId,
        therapist_id,
        name,
        type: 'group',
        member_limit: 12,
        shows_names: false,
        shares_name: false,
      })
      .execute()
    await kysely
      .insertInto('client_group_member')
      .values({
        id: groupMemberId,
        therapist_id,
        group_id: groupId,
        client_id: pair.recordId,
        joined_on: '2020-01-01',
      })
      .execute()
    // The session lasts a minute and lies between the sessions and the proposed times of other fixtures.
    await kysely
      .insertInto('session')
      .values({
        id: groupSessionId,
        therapist_id,
        group_id: groupId,
        starts_at: new Date(starts),
        ends_at: new Date(starts + minute),
        format: 'in-person',
        therapy_type: 'group',
        status: 'scheduled',
      })
      .execute()
  })
  return { groupId, groupMemberId, groupSessionId }
}
