import { participantLimits, type therapyTypes } from '../session/session.rules.ts'

/** The types of a named group. In a couple and in a family, members may see each other's first names; in a group they never do. */
export const groupTypes = ['couple', 'family', 'group'] as const
export type GroupType = (typeof groupTypes)[number]

/** The therapy type of the sessions of a group, by the type of the group. */
export const therapyTypeOfGroup = {
  couple: 'couples',
  family: 'family',
  group: 'group',
} as const satisfies Record<GroupType, (typeof therapyTypes)[number]>

/** Returns the highest number of members that a group of this type can have at the same time. */
export const highestMemberLimit = (type: GroupType): number => participantLimits[therapyTypeOfGroup[type]][1]

/** The maximum number of groups of a therapist, archived ones included. */
export const groupLimit = 200

/** The maximum number of memberships of a group, past ones included. */
export const membershipLimit = 200

/** The highest number of sessions that the list of notes about a member names. */
export const memberNoteLimit = 50

/** A membership: the first day on which the client is a member, and the first day on which the client no longer is; null for a current member. */
export type MembershipDays = { joinedOn: string; leftOn: string | null }

/** Whether a membership includes a day. The day on which a member left is not included. */
export const isMemberOn = ({ joinedOn, leftOn }: MembershipDays, day: string): boolean =>
  joinedOn <= day && (leftOn === null || day < leftOn)

/** Returns the ids of the clients who are members of a group on a day, each once. */
export const membersOn = <Id>(members: readonly (MembershipDays & { clientId: Id })[], day: string): Id[] => [
  ...new Set(members.filter((member) => isMemberOn(member, day)).map(({ clientId }) => clientId)),
]

/** Returns the highest number of members at the same time from a day on. */
export const mostMembersFrom = (members: readonly MembershipDays[], from: string): number =>
  Math.max(
    0,
    ...[from, ...members.map(({ joinedOn }) => joinedOn)]
      .filter((day) => day >= from)
      .map((day) => members.filter((member) => isMemberOn(member, day)).length),
  )
