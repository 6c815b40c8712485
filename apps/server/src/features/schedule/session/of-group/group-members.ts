import type { ClientId, GroupId } from '@attune/contract/common/ids'
import { wallClockOf } from '@attune/contract/common/time/time'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../../platform/policy/refusal.ts'
import { readZone } from '../../../people/profile/profile.ts'

type WithGroup = { groupId: GroupId | null; clientIds: ClientId[]; startsAt: string }

/**
 * Refuses with NOT_FOUND for a group of another therapist, and with NOT_A_MEMBER if the group is archived or one of the clients is not a member of
 * the group on the day of the session in the therapist's zone. Refuses nothing if the session has no group.
 */
export async function requireMembers(tx: Tx, { groupId, clientIds, startsAt }: WithGroup): Promise<void> {
  if (!groupId) return
  const { day } = wallClockOf(startsAt, await readZone(tx))
  const { rows } = await tx.run<{ are: boolean | null }>('select def.are_group_members($1, $2, $3::date) as are', [
    groupId,
    clientIds,
    day,
  ])
  const are = rows[0]?.are ?? null
  if (are === null) throw notFound()
  if (!are) throw createRefusal('NOT_A_MEMBER', 409)
}
