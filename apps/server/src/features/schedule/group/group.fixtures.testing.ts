import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const groupFixtures = [
  /** A group of the therapist with the client as its one member. */
  fixture(['groupId', 'groupMemberId'], insertGroup),
]

async function insertGroup({ app, pair }: FixtureOrder) {
  const [groupId, groupMemberId] = [randomUUID(), randomUUID()]
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
  })
  return { groupId, groupMemberId }
}
