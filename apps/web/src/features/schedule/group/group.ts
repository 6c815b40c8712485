/** The public module of the feature `group`: the groups of the therapist, and the fields that schedule a session with one of them. */
export { useGroups } from './use-groups.ts'
export { memberName } from './group-members.ts'
export { GroupField, GroupParticipantsField } from './GroupFields.tsx'
export type { ClientGroup } from '@attune/contract/features/schedule/group/group'
