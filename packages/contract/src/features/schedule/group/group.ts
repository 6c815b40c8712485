import { z } from 'zod'
import { byId, ClientId, EmptyInput, GroupId, GroupMemberId, SessionId, SessionTypeId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { requiredText } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { CALL_TOO_LARGE, CLIENT_INACTIVE } from '../session/session.schemas.ts'
import { participantLimits } from '../session/session.rules.ts'
import { groupTypes, highestMemberLimit } from './group.rules.ts'

const content = {
  name: requiredText(textLengths.groupName),
  /** The highest number of members at the same time. */
  memberLimit: z.int().min(1).max(participantLimits.group[1]),
  /** The session type that the form of a new session proposes; null for none. */
  typeId: SessionTypeId.nullable(),
  /** Whether the members see each other's first names. Has no effect in a group, where members never do. */
  showsNames: z.boolean(),
  /** Whether clients see the name on their sessions with the group. No message outside the app contains it. */
  sharesName: z.boolean(),
}

const hasValidLimit = ({ type, memberLimit }: { type: (typeof groupTypes)[number]; memberLimit: number }) =>
  memberLimit <= highestMemberLimit(type)
const limitError = { error: 'ABOVE_LIMIT', path: ['memberLimit'] }

const NewGroup = z
  .strictObject({
    id: GroupId,
    type: z.enum(groupTypes),
    ...content,
    /** The first members. They join on the therapist's current day. */
    clientIds: z.array(ClientId).max(participantLimits.group[1]).default([]),
  })
  .refine(hasValidLimit, limitError)
export type NewGroup = z.output<typeof NewGroup>

const EditedGroup = z.strictObject({ id: GroupId, ...content, version: z.int().positive() })
export type EditedGroup = z.output<typeof EditedGroup>

const GroupMember = z.strictObject({
  id: GroupMemberId,
  clientId: ClientId,
  personId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatarUrl: z.string().nullable(),
  /** Whether the client has an account, so that the therapist can write messages. */
  hasAccount: z.boolean(),
  joinedOn: z.string(),
  /** The first day on which the client is no longer a member; null for a current member. */
  leftOn: z.string().nullable(),
})
export type GroupMember = z.infer<typeof GroupMember>

const MemberNote = z.strictObject({
  sessionId: SessionId,
  startsAt: z.string(),
  /** Whether the note has a part about the member. */
  hasOwnPart: z.boolean(),
  /** Whether the note has a shared part, which may name the member. */
  hasSharedPart: z.boolean(),
})
export type MemberNote = z.infer<typeof MemberNote>

export const ClientGroup = z.strictObject({
  id: GroupId,
  name: z.string(),
  type: z.enum(groupTypes),
  memberLimit: z.number(),
  typeId: SessionTypeId.nullable(),
  showsNames: z.boolean(),
  sharesName: z.boolean(),
  isArchived: z.boolean(),
  /** The number of edits. An edit sends the version that it is based on. */
  version: z.number(),
  /** All memberships, past ones included, sorted by name. */
  members: z.array(GroupMember),
})
export type ClientGroup = z.infer<typeof ClientGroup>

/** The tables of this feature that a browser can subscribe to. */
export const groupTables = {
  groups: { table: 'client_group', filters: ['id', 'therapist_id'] },
  group_members: { table: 'client_group_member', filters: ['group_id', 'therapist_id'] },
} as const satisfies RealtimeTables

/**
 * Couples, families and groups to which a therapist gives a name. Clients cannot list them. `showsNames` and `sharesName` decide whether clients see
 * the other members' first names and the name of the group.
 */
export const group = {
  /** All groups of the therapist with their members, sorted by name, archived ones included. */
  list: read.input(EmptyInput).output(z.strictObject({ items: z.array(ClientGroup) })),
  get: read.input(byId(GroupId)).output(ClientGroup),
  /**
   * Creates a group with its first members. Repeating the call changes nothing. Refuses with LIMIT_REACHED and the limit for more groups or members
   * than allowed, and with CLIENT_INACTIVE.
   */
  create: write
    .input(NewGroup)
    .output(ClientGroup)
    .errors({ ...limitRefusal, ...CLIENT_INACTIVE }),
  /**
   * Saves an edit. The type does not change, because the sessions depend on it. Refuses with CHANGED and the current group if it has changed since
   * `version`, and with LIMIT_REACHED if `memberLimit` is too high for the type or lower than the number of members.
   */
  edit: write
    .input(EditedGroup)
    .output(ClientGroup)
    .errors({ CHANGED: { status: 409, data: z.object({ group: ClientGroup }) }, ...limitRefusal }),
  /** Archives a group, so that it is no longer offered for new sessions, or restores it. Its sessions are not affected. */
  setArchived: write.input(z.strictObject({ id: GroupId, isArchived: z.boolean() })).output(ClientGroup),
  /**
   * Adds a client to a group from a day on, and invites the client to planned sessions of the group with one notification. Repeating the call changes
   * nothing. Refuses with LIMIT_REACHED and the limit, with ALREADY_MEMBER if the client is a member on that day or later, with CLIENT_INACTIVE, and
   * with CALL_TOO_LARGE if one of the sessions has its call in Attune and would have too many clients for it.
   */
  addMember: write
    .input(
      z.strictObject({
        id: GroupMemberId,
        groupId: GroupId,
        clientId: ClientId,
        joinedOn: Day,
        /** The planned sessions of the group from this day on to which the client is invited, as the therapist confirmed them. */
        sessionIds: z.array(SessionId).max(100).default([]),
      }),
    )
    .output(ClientGroup)
    .errors({ ...limitRefusal, ...CLIENT_INACTIVE, ...CALL_TOO_LARGE, ALREADY_MEMBER: { status: 409 } }),
  /**
   * The sessions of the group whose note has text about a member: a part about the member or a shared part. Latest first, at most
   * `memberNoteLimit`; `total` counts all of them.
   */
  memberNotes: read
    .input(byId(GroupMemberId))
    .output(z.strictObject({ items: z.array(MemberNote), total: z.number() })),
  /**
   * Ends a membership on a day, which is the first day without the client. The client declines the planned sessions of the group from then on.
   * Repeating the call changes nothing. Refuses with BEFORE_JOINED for a day before the client joined.
   */
  removeMember: write
    .input(
      z.strictObject({
        id: GroupMemberId,
        leftOn: Day,
        /** Whether a cancellation counts as late by the therapist's terms, instead of being waived. */
        isLateCounted: z.boolean().default(false),
      }),
    )
    .output(ClientGroup)
    .errors({ BEFORE_JOINED: { status: 409 } }),
}
