import { randomUUID } from 'node:crypto'
import type { ClientGroup, EditedGroup, NewGroup } from '@attune/contract/features/schedule/group/group'
import { groupLimit, highestMemberLimit, mostMembersFrom } from '@attune/contract/features/schedule/group/group.rules'
import { wallClockOf } from '@attune/contract/common/time/time'
import type { Tx } from '../../../platform/database/actor.ts'
import { saveVersioned } from '../../../platform/command/save-versioned.ts'
import { changedValues, describeChange } from '../../../platform/policy/audit.ts'
import { conflict, createRefusal, limitReached } from '../../../platform/policy/refusal.ts'
import { readZone } from '../../people/profile/profile.ts'
import { requireOwnType } from '../session-type/session-type.ts'
import { insertMemberships, requireActiveClients } from './group.members.ts'
import { listGroups, lockGroup, readGroup } from './group.queries.ts'

type GroupContent = Omit<EditedGroup, 'id' | 'version'>

/**
 * Creates a group of the acting therapist. Its first members join today. Repeating the same call changes nothing. Refuses with CONFLICT for the same
 * id with other content, with LIMIT_REACHED, CLIENT_INACTIVE, and with NOT_FOUND for a client or a session type of another therapist.
 */
export async function createGroup(tx: Tx, added: NewGroup, now: Date): Promise<ClientGroup> {
  const known = await listGroups(tx)
  const before = known.find(({ id }) => id === added.id)
  if (before) {
    if (before.type !== added.type || !hasContent(before, added)) throw conflict()
    return before
  }
  const clientIds = [...new Set(added.clientIds)]
  if (known.length >= groupLimit) throw limitReached(groupLimit)
  if (clientIds.length > added.memberLimit) throw limitReached(added.memberLimit)
  await requireOwnType(tx, added.typeId)
  await requireActiveClients(tx, clientIds)
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('client_group')
    .values({ id: added.id, therapist_id: tx.actor.id, type: added.type, ...columnsOf(added, added.type) })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw conflict()
  const joinedOn = wallClockOf(now.toISOString(), await readZone(tx)).day
  await insertMemberships(
    tx,
    clientIds.map((clientId) => ({ id: randomUUID(), groupId: added.id, clientId, joinedOn })),
  )
  return readGroup(tx, added.id)
}

/**
 * Saves an edit that is based on the current version. Repeating the same call changes nothing. Refuses with NOT_FOUND, with CHANGED and the current
 * group, and with LIMIT_REACHED if the new limit of members is too high for the type or too low for the members.
 */
export async function editGroup(tx: Tx, edited: EditedGroup, now: Date): Promise<ClientGroup> {
  const before = await lockGroup(tx, edited.id)
  const versioned = {
    stored: before,
    base: edited.version,
    isSame: () => hasContent(before, edited),
    repeat: 'next',
    current: () => before,
    changed: () => createRefusal('CHANGED', 409, { group: before }),
  } as const
  return saveVersioned(versioned, async () => {
    const highest = highestMemberLimit(before.type)
    if (edited.memberLimit > highest) throw limitReached(highest)
    const today = wallClockOf(now.toISOString(), await readZone(tx)).day
    const most = mostMembersFrom(before.members, today)
    if (edited.memberLimit < most) throw limitReached(most)
    if (edited.typeId !== before.typeId) await requireOwnType(tx, edited.typeId)
    await tx.kysely
      .updateTable('client_group')
      .set({ ...columnsOf(edited, before.type), version: before.version + 1 })
      .where('id', '=', edited.id)
      .execute()
    describeChange(tx, changedValues(auditedOf(before), auditedOf(edited)))
    return readGroup(tx, edited.id)
  })
}

/** Archives or restores a group. Repeating the call changes nothing. Refuses with NOT_FOUND. */
export async function setGroupArchived(
  tx: Tx,
  { id, isArchived }: Pick<ClientGroup, 'id' | 'isArchived'>,
  now: Date,
): Promise<ClientGroup> {
  const before = await lockGroup(tx, id)
  if (before.isArchived === isArchived) return before
  await tx.kysely
    .updateTable('client_group')
    .set({ archived_at: isArchived ? now : null })
    .where('id', '=', id)
    .execute()
  return readGroup(tx, id)
}

/** Returns the stored columns of a group. In a group of the type 'group', the members never see each other's names, regardless of the input. */
const columnsOf = (content: GroupContent, type: ClientGroup['type']) => ({
  name: content.name,
  member_limit: content.memberLimit,
  type_id: content.typeId,
  shows_names: content.showsNames && type !== 'group',
  shares_name: content.sharesName,
})

const hasContent = (stored: ClientGroup, content: GroupContent) =>
  stored.name === content.name &&
  stored.memberLimit === content.memberLimit &&
  stored.typeId === content.typeId &&
  stored.showsNames === (content.showsNames && stored.type !== 'group') &&
  stored.sharesName === content.sharesName

/** Returns the values for the audit log. Omits the name, because it may reveal the subject of the group. */
const auditedOf = ({ memberLimit, showsNames, sharesName }: GroupContent) => ({ memberLimit, showsNames, sharesName })
