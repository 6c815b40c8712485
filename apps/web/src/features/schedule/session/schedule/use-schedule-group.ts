import type { ClientId, GroupId } from '@attune/contract/common/ids'
import { membersOn, therapyTypeOfGroup } from '@attune/contract/features/schedule/group/group.rules'
import { memberName, useGroups, type ClientGroup } from '../../group/group.ts'
import type { PickedClient } from '../fields/use-client-search.ts'
import type { ClientsDraft } from '../fields/ClientsField.tsx'
import type { SessionTimeDraft } from '../fields/session-time-draft.ts'

/** The participants and the time of a form. */
export type GroupDraft = ClientsDraft & {
  when: SessionTimeDraft
  /** The group whose members take part; null if no group is chosen. Absent in drafts of earlier versions. */
  groupId?: GroupId | null
  /** The members of the group who do not take part. */
  leftOut?: ClientId[]
}

export type ScheduleGroup = {
  /** The groups that can be chosen. */
  groups: ClientGroup[]
  /** The chosen group; null if none is chosen. */
  group: ClientGroup | null
  /** The members of the chosen group on the day of the session. */
  members: PickedClient[]
  /** The participants: the members who are not left out, or the clients of the form. */
  clients: PickedClient[]
  therapyType: ClientsDraft['therapyType']
}

/**
 * Returns the participants of the form. With a group, these are its members on the day of the session, except those whom the therapist leaves out.
 */
export function useScheduleGroup(value: GroupDraft): ScheduleGroup {
  const all = useGroups().data?.items ?? []
  const group = all.find(({ id }) => id === value.groupId) ?? null
  const groups = all.filter(({ id, isArchived }) => !isArchived || id === value.groupId)
  if (!group) return { groups, group, members: [], clients: value.clients, therapyType: value.therapyType }
  const present = membersOn(group.members, value.when.day)
  const members = present.flatMap((clientId) => {
    const member = group.members.find((one) => one.clientId === clientId)
    return member ? [{ id: clientId, name: memberName(member) }] : []
  })
  const clients = members.filter(({ id }) => !value.leftOut?.includes(id))
  return { groups, group, members, clients, therapyType: therapyTypeOfGroup[group.type] }
}
