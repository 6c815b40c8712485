import { z } from 'zod'
import {
  AccountId,
  byId,
  ClientId,
  ClientTagId,
  Done,
  EmptyInput,
  FileId,
  GuardianConversationId,
  MessageId,
  PersonId,
  SessionId,
} from '../../../common/ids.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write, writeWith } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { requiredText, text } from '../../../common/text/text.schemas.ts'
import { filesPerResource } from '../../care/file/file.rules.ts'
import { File, FileKind } from '../../care/file/file.ts'
import { messageMeta } from './message.meta.ts'
import {
  acknowledgedAtOnce,
  messageChangeRefusals,
  messageChannels,
  messageStatuses,
  readOnlyReasons,
} from './message.rules.ts'
import { deliveryFailures, textRefusals } from '../text-message/text-message.rules.ts'
import { ReceivedMedia } from '../text-message/text-message.ts'

/** The number of a message within its conversation, counted from 1 without gaps. */
const Seq = z.int().min(0).max(2_147_483_647)
const Side = z.enum(['therapist', 'client'])
const Channel = z.enum(messageChannels)

/** The delivery of a therapist's message by SMS or WhatsApp. */
const Delivery = z.strictObject({
  /** Whether the message has not been passed to the provider yet, so that it can still be edited or deleted. */
  isWaiting: z.boolean(),
  /** The time until which the message is held, because of the client's quiet hours or pause, or of the provider's rate limit. Otherwise null. */
  waitsUntil: z.string().nullable(),
  /** Whether it is unknown if the provider has the message. Such a message is never resent automatically. */
  isUncertain: z.boolean(),
  /** The reason why the message was not delivered; null if it did not fail. */
  failed: z.enum(deliveryFailures).nullable(),
  /** The number of SMS segments of the text; null until the provider reports it. */
  segments: z.number().nullable(),
})

/** A message (row 3.05) with its number and the actions that the reader may take. */
export const Message = z.strictObject({
  id: MessageId,
  /** The account that sent the message; null for a client without an account. */
  senderId: AccountId.nullable(),
  /** The id of the conversation, which is that of the client record. */
  conversationId: ClientId,
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The time at which the recipient read the message; null if unread. */
  readAt: z.string().nullable(),
  status: z.enum(messageStatuses),
  /** The files of the message. A file from the other person is omitted until it is uploaded and checked. */
  attachments: z.array(File),
  /** The number of the message in its conversation. */
  seq: Seq,
  /** The side that wrote the message. */
  by: Side,
  channel: Channel,
  /** Empty for a deleted message, and for a message with only files. */
  text: z.string(),
  /** The number of files of a client's text message that were not stored. */
  mediaCount: z.number(),
  /** The files of a client's text message that are not in `attachments`, in order. */
  media: z.array(ReceivedMedia),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  /** Whether the server sent the message as an automatic reply during an absence. */
  isAutomatic: z.boolean(),
  /** The delivery of a text message from the therapist; null for a message in the app, and for a text message from the client. */
  delivery: Delivery.nullable(),
  may: z.strictObject({ edit: z.boolean(), delete: z.boolean(), retry: z.boolean() }),
})
export type Message = z.infer<typeof Message>

/** The latest message of a conversation, for the list. */
const LatestMessage = z.strictObject({
  id: MessageId,
  by: Side,
  channel: Channel,
  status: z.enum(messageStatuses),
  createdAt: z.string(),
  /** The beginning of the text, at most 200 characters. */
  text: z.string(),
  isDeleted: z.boolean(),
  isAutomatic: z.boolean(),
  /** The number of files of the message, including those of a text message that were not stored. */
  files: z.number(),
  /** For a message that consists of one file: its kind, and the duration of a recording in seconds; otherwise null. */
  file: z.strictObject({ kind: FileKind, seconds: z.number().nullable() }).nullable(),
})

/** The conversation with a client. Its id is the id of the client record. */
export const Conversation = z.strictObject({
  id: ClientId,
  /** The other person: the client for a therapist, the therapist for a client. */
  person: z.strictObject({ id: PersonId, name: z.string(), avatarUrl: z.string().nullable() }),
  /** The latest message; null if there are no messages. */
  latest: LatestMessage.nullable(),
  /** The time of the latest message. Without messages, the time at which the conversation began. */
  latestAt: z.string(),
  /** The number of the latest message; 0 if there is none. */
  lastSeq: Seq,
  /** The number of the last message that the reader has read; 0 if none. */
  readSeq: Seq,
  /** The number of unread messages from the other person. */
  unread: z.number(),
  /** Whether a text message from the therapist was not delivered and the therapist has written nothing since. Always false for clients. */
  hasFailed: z.boolean(),
  /** The reason why no message can be sent; null if the conversation is open. */
  readOnly: z.enum(readOnlyReasons).nullable(),
})
export type Conversation = z.infer<typeof Conversation>

/** A message that a search found. */
const FoundMessage = z.strictObject({
  id: MessageId,
  conversationId: ClientId,
  /** The number of the message in its conversation. */
  seq: Seq,
  by: Side,
  text: z.string(),
  createdAt: z.string(),
  /** The name of the other person in the conversation. */
  personName: z.string(),
})
export type FoundMessage = z.infer<typeof FoundMessage>

const NewMessage = z
  .strictObject({
    id: MessageId,
    conversationId: ClientId,
    text: text(textLengths.message),
    /** The ids of the files in order. Files may still be uploading. */
    attachments: z
      .array(FileId)
      .max(filesPerResource)
      .refine((ids) => new Set(ids).size === ids.length, 'TWICE')
      .default([]),
    /** The channel of the message; by default the app. Only therapists can choose another. */
    channel: Channel.optional(),
    /** The id of a WhatsApp template that is sent instead of a typed text. `text` is then the text of the template. */
    template: requiredText(100).optional(),
  })
  .refine(({ text: written, attachments }) => written !== '' || attachments.length > 0, {
    error: 'REQUIRED',
    path: ['text'],
  })
export type NewMessage = z.output<typeof NewMessage>

/** A client to whom the therapist can send a message in the app. */
const MessageRecipient = z.strictObject({
  /** The id of the client record and of its conversation. */
  clientId: ClientId,
  name: z.string(),
  tags: z.array(z.strictObject({ id: ClientTagId, name: z.string() })),
  /** The reason why no message can be sent to the client in the app; null if one can be sent. */
  readOnly: z.enum(readOnlyReasons).nullable(),
})
export type MessageRecipient = z.infer<typeof MessageRecipient>

export const UnreadMessages = z.strictObject({
  /** The conversation between a therapist and a client or, only for the therapist, with a guardian. */
  conversationId: z.union([ClientId, GuardianConversationId]),
  unread: z.number(),
  /** The latest unread message in the app that no device of the caller has acknowledged; null if there is none. */
  unacknowledgedId: MessageId.nullable(),
})
export type UnreadMessages = z.infer<typeof UnreadMessages>

const readOnlyRefusal = {
  READ_ONLY: { status: 409, data: z.object({ reason: z.enum(readOnlyReasons) }) },
} as const
const textRefusal = {
  TEXT_REFUSED: { status: 409, data: z.object({ reason: z.enum(textRefusals) }) },
} as const
const notChangeable = {
  NOT_CHANGEABLE: { status: 409, data: z.object({ reason: z.enum(messageChangeRefusals) }) },
} as const

/** The tables of this feature that a browser can subscribe to. */
export const messageTables = {
  conversations: { table: 'conversation', filters: ['id'] },
  messages: { table: 'message', filters: ['id', 'conversation_id'] },
  conversation_arrivals: { table: 'conversation_arrival', filters: ['conversation_id'] },
  conversation_reads: { table: 'conversation_read', filters: ['conversation_id', 'by_role'] },
} as const satisfies RealtimeTables

/** Messages between a therapist and a client (row 1.08). */
export const message = {
  /** The caller's conversations: those with unread messages first, then by latest message. */
  list: read.input(z.strictObject(paging)).output(pageOf(Conversation)),
  /**
   * A part of a conversation, in ascending order: the messages around, before or after a number; by default the latest ones. `hasOlder` and
   * `hasNewer`: whether there are more messages in that direction.
   */
  messages: read
    .input(
      z
        .strictObject({
          id: ClientId,
          around: Seq.optional(),
          before: Seq.optional(),
          after: Seq.optional(),
          limit: z.int().min(1).max(100).default(50),
        })
        .refine(
          ({ around, before, after }) => [around, before, after].filter((seq) => seq !== undefined).length <= 1,
          'ONE_POSITION',
        ),
    )
    .output(
      z.strictObject({
        conversation: Conversation,
        /** The next session with the other person; null if none is scheduled. */
        nextSession: z.strictObject({ id: SessionId, startsAt: z.string() }).nullable(),
        items: z.array(Message),
        hasOlder: z.boolean(),
        hasNewer: z.boolean(),
      }),
    ),
  /**
   * Sends a message and notifies the recipient. During an absence of the therapist, a client's first message in the app is answered automatically.
   * Repeating the call with the same id and content creates no second message. A text message is `sending` until the provider has accepted it.
   * Refuses with:
   * - READ_ONLY and the reason, if the conversation is read-only
   * - TEXT_REFUSED and the reason, if the message cannot be sent as a text message
   * - FILE_REFUSED and the id of a file that failed the file check
   * - TOO_MANY after 200 messages in a minute, or the number that an admin has set
   */
  send: write
    .input(NewMessage)
    .output(Message)
    .errors({ ...readOnlyRefusal, ...textRefusal, FILE_REFUSED: { status: 409, data: byId(FileId) } }),
  /**
   * Resends a text message of the caller that was definitely not delivered. Refuses any other message with NOT_RETRYABLE. Also refuses with READ_ONLY
   * and TEXT_REFUSED, like `send`.
   */
  retry: write
    .input(byId(MessageId))
    .output(Message)
    .errors({ ...readOnlyRefusal, ...textRefusal, NOT_RETRYABLE: { status: 409 } }),
  /**
   * Replaces the text of one of the caller's messages. Refuses with NOT_CHANGEABLE and the reason, for example after 15 minutes or once the recipient
   * has read the message.
   */
  edit: write
    .input(z.strictObject({ id: MessageId, text: requiredText(textLengths.message) }))
    .output(Message)
    .errors(notChangeable),
  /**
   * Removes the text and the files of one of the caller's messages. Refuses with NOT_CHANGEABLE and the reason, for example after 15 minutes or once
   * the recipient has read the message.
   */
  delete: write.input(byId(MessageId)).output(Message).errors(notChangeable),
  /**
   * Acknowledges that messages from the other person, and all earlier ones in their conversations, have arrived on a device of the caller. Changes
   * nothing for messages that had arrived before. Refuses with NOT_FOUND unless the caller is the recipient of each message.
   */
  acknowledge: writeWith(messageMeta.acknowledge)
    .input(z.strictObject({ ids: z.array(MessageId).min(1).max(acknowledgedAtOnce) }))
    .output(Done),
  /** Records that the caller has read a conversation up to a number, and marks its notifications as read. */
  markRead: write.input(z.strictObject({ id: ClientId, upTo: Seq })).output(Done),
  /** The conversations with unread messages, each with its number of unread messages (row 7.03). */
  unreadCounts: read.input(EmptyInput).output(z.strictObject({ items: z.array(UnreadMessages) })),
  /**
   * The messages that contain all searched words, newest first, in one conversation or in all. A searched word matches the beginning of a word in the
   * message.
   */
  search: read
    .input(z.strictObject({ search: requiredText(textLengths.search), conversationId: ClientId.optional(), ...paging }))
    .output(pageOf(FoundMessage)),
  /** The sender of a message (row 7.05). */
  sender: read.input(byId(MessageId)).output(z.strictObject({ senderId: AccountId.nullable() })),
  /** The latest message from the other person in a conversation; null if there is none (row 7.05). */
  latestFromOther: read.input(byId(ClientId)).output(z.strictObject({ message: Message.nullable() })),
  /** All clients of the therapist, sorted by name, with their tags. */
  recipients: read.input(EmptyInput).output(z.strictObject({ items: z.array(MessageRecipient) })),
  /**
   * Adds a message with its author and time to the therapist's notes about the client. Does nothing if the notes already contain it. Refuses with
   * NO_TEXT for a message without text, and with NOTES_FULL if the notes would be too long.
   */
  putIntoNotes: write
    .input(byId(MessageId))
    .output(Done)
    .errors({ NOTES_FULL: { status: 409 }, NO_TEXT: { status: 409 } }),
  /**
   * Removes a message from the notes again. `removed` is false if the notes do not contain the message in the form in which it was added. Refuses
   * with NO_TEXT for a message without text.
   */
  removeFromNotes: write
    .input(byId(MessageId))
    .output(z.strictObject({ removed: z.boolean() }))
    .errors({ NO_TEXT: { status: 409 } }),
}
