import { z } from 'zod'
import { ById, Done, Id, Nothing } from '../common/ids.ts'
import { notificationLimit } from '../common/constants.ts'
import { procedure } from '../common/procedure.ts'

/** Why somebody is told something. Title and message are put into words when they are read, in the reader's language and zone. */
export const notificationKinds = [
  'new-user',
  'role-requested',
  'role-approved',
  'role-declined',
  'client-joined',
  'therapist-connected',
  'connection-ended',
  'connection-undone',
  'session-planned',
  'session-accepted',
  'session-declined',
  'session-moved',
  'session-cancelled',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const Notification = z.strictObject({
  id: Id,
  kind: z.enum(notificationKinds),
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  relatedType: z.enum(['user', 'session', 'client']).nullable(),
  relatedId: Id.nullable(),
  /** The name whose initials stand where no picture is. */
  personName: z.string(),
  avatarUrl: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

export const notification = {
  /** One's own, newest first, at most 50 (row 7.04). */
  list: procedure
    .input(
      z.strictObject({
        unreadOnly: z.boolean().default(false),
        limit: z.int().min(1).max(notificationLimit).default(notificationLimit),
      }),
    )
    .output(z.strictObject({ items: z.array(Notification), unread: z.number() })),
  markRead: procedure.input(ById).output(Done),
  markAllRead: procedure.input(Nothing).output(Done),
}
