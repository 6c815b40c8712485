import { z } from 'zod'
import {
  byId,
  ClientId,
  Done,
  EmptyInput,
  GuardianConversationId,
  GuardianMessageId,
  PersonId,
} from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { requiredText } from '../../../common/text/text.schemas.ts'
import { closedReasons } from './guardian.rules.ts'

/** The number of a message in its conversation, counted from 1. */
const Seq = z.int().min(0).max(2_147_483_647)
const Side = z.enum(['therapist', 'guardian'])

export const GuardianMessage = z.strictObject({
  id: GuardianMessageId,
  seq: Seq,
  by: Side,
  text: z.string(),
  createdAt: z.string(),
  /** Whether the other side has read it. */
  isRead: z.boolean(),
})
export type GuardianMessage = z.infer<typeof GuardianMessage>

const thread = {
  id: GuardianConversationId,
  /** In ascending order. */
  items: z.array(GuardianMessage),
  hasOlder: z.boolean(),
  /** The number of the last message that the caller has read; 0 if none. */
  readSeq: Seq,
  /** The reason why nothing can be sent; null if the conversation is open. */
  closed: z.enum(closedReasons).nullable(),
}

/** A conversation as the guardian sees it: the messages from the day on which the right was given. */
export const GuardianThread = z.strictObject({ ...thread, therapistName: z.string() })
export type GuardianThread = z.infer<typeof GuardianThread>

const conversation = {
  id: GuardianConversationId,
  clientId: ClientId,
  /** The full name of the client. */
  clientName: z.string(),
  /** The guardian's name and relationship to the client, as the therapist entered them. */
  name: z.string(),
  relationship: z.string(),
  /** The guardian's account, or the row of the guardian if the account was deleted. */
  personId: PersonId,
}

/** A conversation with a guardian in the therapist's list. */
export const GuardianConversation = z.strictObject({
  ...conversation,
  /** Null if there are no messages. */
  latest: z.strictObject({ by: Side, text: z.string(), createdAt: z.string() }).nullable(),
  /** The time of the latest message. Without messages, the time at which the guardian got the right. */
  latestAt: z.string(),
  unread: z.number(),
})
export type GuardianConversation = z.infer<typeof GuardianConversation>

/** A conversation with a guardian as the therapist reads it. */
export const TherapistThread = z.strictObject({ ...conversation, ...thread })
export type TherapistThread = z.infer<typeof TherapistThread>

const part = { before: Seq.optional(), limit: z.int().min(1).max(100).default(50) }
const NewText = z.strictObject({ id: GuardianMessageId, text: requiredText(textLengths.message) })
const ActingFor = z.strictObject({ actingFor: ClientId })
const closedRefusal = { READ_ONLY: { status: 409, data: z.object({ reason: z.enum(closedReasons) }) } } as const

/**
 * Procedures with which a guardian and the therapist of a client write to each other. The conversation is in the client's record, and neither the
 * client nor another guardian reads it.
 */
export const guardianMessages = {
  /** The caller's messages with the therapist of a client: the latest, or those before a number. The client's access log records the opening. */
  messages: read.input(z.strictObject({ ...ActingFor.shape, ...part })).output(GuardianThread),
  /** The number of messages in this conversation that the caller has not read. Does not count as an opening. */
  unreadMessages: read.input(ActingFor).output(z.strictObject({ unread: z.number() })),
  /**
   * Sends a message to the therapist of a client and notifies the therapist. Repeating the call with the same id and text creates no second message.
   * Refuses with READ_ONLY and the reason, and with TOO_MANY as `message.send` does.
   */
  sendMessage: write
    .input(z.strictObject({ ...ActingFor.shape, ...NewText.shape }))
    .output(GuardianMessage)
    .errors(closedRefusal),
  /** Records that the caller has read the messages up to a number, and marks the notifications about them as read. */
  markMessagesRead: write.input(z.strictObject({ ...ActingFor.shape, upTo: Seq })).output(Done),
  /** The therapist's conversations with guardians: those with unread messages first, then by latest message. */
  conversations: read.input(EmptyInput).output(z.strictObject({ items: z.array(GuardianConversation) })),
  /** The messages with a guardian: the latest, or those before a number. */
  conversation: read.input(z.strictObject({ id: GuardianConversationId, ...part })).output(TherapistThread),
  /** Sends a message to a guardian and notifies the guardian, as `sendMessage` does for the other side. */
  writeToGuardian: write
    .input(z.strictObject({ conversationId: GuardianConversationId, ...NewText.shape }))
    .output(GuardianMessage)
    .errors(closedRefusal),
  /** Records that the therapist has read a conversation up to a number, and marks its notifications as read. */
  markConversationRead: write.input(z.strictObject({ ...byId(GuardianConversationId).shape, upTo: Seq })).output(Done),
}
