/**
 * The states of a message, in order. A message in the app is `sending` only in the browser, until the server has stored it, and `delivered` once a
 * device of the recipient has acknowledged it. A text message is `sending` until the provider has accepted it.
 */
export const messageStatuses = ['sending', 'sent', 'delivered', 'read'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** The maximum number of messages that one call acknowledges. */
export const acknowledgedAtOnce = 100

/** Returns the later of two statuses, so that a late report never lowers the status of a message. */
export const laterMessageStatus = (one: MessageStatus, other: MessageStatus): MessageStatus =>
  messageStatuses.indexOf(one) < messageStatuses.indexOf(other) ? other : one

export const messageChannels = ['app', 'sms', 'whatsapp'] as const
export type MessageChannelName = (typeof messageChannels)[number]

/** The number of minutes in which the sender can edit or delete a message. */
export const messageChangeMinutes = 15
/** The maximum number of seconds of a voice message. */
export const voiceMessageSeconds = 10 * 60
/** The highest unread count that a badge shows as a number. */
const highestUnreadShown = 99

/** The text of a badge with an unread count. */
export const unreadBadge = (unread: number): string =>
  unread > highestUnreadShown ? `${highestUnreadShown}+` : String(unread)

/**
 * The reasons why a conversation is read-only: the connection has ended, an admin has disabled the therapist's account, the therapist has set the
 * client to inactive, or the client has no account.
 */
export const readOnlyReasons = ['disconnected', 'unreachable', 'inactive', 'no-account'] as const
export type ReadOnlyReason = (typeof readOnlyReasons)[number]

/**
 * The reasons why a sender can no longer edit or delete a message: the conversation is read-only, the message is deleted, it was sent as a text
 * message, the recipient has read it, 15 minutes have passed, or it is an automatic reply.
 */
export const messageChangeRefusals = ['read-only', 'deleted', 'left', 'read', 'too-late', 'automatic'] as const
export type MessageChangeRefusal = (typeof messageChangeRefusals)[number]

type ChangeableMessage = {
  channel: MessageChannelName
  status: MessageStatus
  createdAt: string
  isDeleted: boolean
  isAutomatic: boolean
  /** Whether a text message still waits to be sent; null for a message in the app and for a text message from a client. */
  delivery: { isWaiting: boolean } | null
}

/** Returns the reason why the sender cannot edit or delete a message at the time `now`; null if the sender can. */
export function messageChangeRefusal(
  { channel, status, createdAt, isDeleted, isAutomatic, delivery }: ChangeableMessage,
  isReadOnly: boolean,
  now: Date,
): MessageChangeRefusal | null {
  if (isDeleted) return 'deleted'
  if (isAutomatic) return 'automatic'
  if (isReadOnly) return 'read-only'
  if (channel !== 'app' && !delivery?.isWaiting) return 'left'
  if (status === 'read') return 'read'
  return now.getTime() - Date.parse(createdAt) > messageChangeMinutes * 60_000 ? 'too-late' : null
}
