import { z } from 'zod'
import { ById, ClientId, Done, EmptyInput, Id, PersonId } from '../../../common/ids.ts'
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

/** The number of a message within its conversation. The first message has the number 1; no number is left out. */
const Seq = z.int().min(0).max(2_147_483_647)
const Side = z.enum(['therapist', 'client'])
const Channel = z.enum(messageChannels)

/** How a message of the therapist leaves by SMS or WhatsApp. */
const Delivery = z.strictObject({
  /** Whether the message has not been handed to the provider yet, so that it can still be changed or deleted. */
  isWaiting: z.boolean(),
  /** Until when the message waits: for the end of the client's quiet hours or pause, or of the provider's limit. Otherwise null. */
  waitsUntil: z.string().nullable(),
  /** Whether it is unknown if the provider has the message. It is never sent again automatically. */
  isUncertain: z.boolean(),
  failed: z.enum(deliveryFailures).nullable(),
  /** As how many messages the provider has sent the text; null until it reports the number. */
  segments: z.number().nullable(),
})

/** A message of row 3.05, with its number and the actions that the reader may take. */
export const Message = z.strictObject({
  id: Id,
  /** The account that sent the message; null for a client without an account. */
  senderId: Id.nullable(),
  conversationId: Id,
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When the other side read the message; null if it has not. */
  readAt: z.string().nullable(),
  status: z.enum(messageStatuses),
  /** The files of the message. A file of the other side is missing until it is uploaded and checked. */
  attachments: z.array(File),
  seq: Seq,
  by: Side,
  channel: Channel,
  /** Empty for a deleted message, and for a message that consists of files. */
  text: z.string(),
  /** How many files came with a text message of the client and were not kept. */
  mediaCount: z.number(),
  /** The files that came with a text message of the client and that `attachments` does not contain, in their order. */
  media: z.array(ReceivedMedia),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  /** Whether the server answered for the therapist during an absence. */
  isAutomatic: z.boolean(),
  /** Null for an app message and for a text message of the client. */
  delivery: Delivery.nullable(),
  may: z.strictObject({ edit: z.boolean(), delete: z.boolean(), retry: z.boolean() }),
})
export type Message = z.infer<typeof Message>

/** The latest message of a conversation, for the list. */
const LatestMessage = z.strictObject({
  id: Id,
  by: Side,
  channel: Channel,
  status: z.enum(messageStatuses),
  createdAt: z.string(),
  /** The beginning of the text, at most 200 characters. */
  text: z.string(),
  isDeleted: z.boolean(),
  isAutomatic: z.boolean(),
  /** The files of the message, and those that came with a text message and are not there. */
  files: z.number(),
  /** The kind of the only file of a message without text, and the duration of a recording in seconds; otherwise null. */
  file: z.strictObject({ kind: FileKind, seconds: z.number().nullable() }).nullable(),
})

/** The conversation of a client record. It has the id of the record. */
export const Conversation = z.strictObject({
  id: Id,
  /** The other side: the client for a therapist, the therapist for a client. */
  person: z.strictObject({ id: PersonId, name: z.string(), avatarUrl: z.string().nullable() }),
  latest: LatestMessage.nullable(),
  /** The time of the latest message. Without messages, the time at which the conversation began. */
  latestAt: z.string(),
  /** The number of the latest message; 0 without messages. */
  lastSeq: Seq,
  /** The number up to which the reader has read; 0 if the reader has read nothing. */
  readSeq: Seq,
  /** The number of unread messages of the other side. */
  unread: z.number(),
  /** Whether a message of the therapist did not arrive as a text message, and the therapist has not written since. Always false for clients. */
  hasFailed: z.boolean(),
  /** Why nothing can be sent; null if the conversation is open. */
  readOnly: z.enum(readOnlyReasons).nullable(),
})
export type Conversation = z.infer<typeof Conversation>

const FoundMessage = z.strictObject({
  id: Id,
  conversationId: Id,
  seq: Seq,
  by: Side,
  text: z.string(),
  createdAt: z.string(),
  /** The name of the other side of the conversation. */
  personName: z.string(),
})
export type FoundMessage = z.infer<typeof FoundMessage>

const NewMessage = z
  .strictObject({
    id: Id,
    conversationId: Id,
    text: text(textLengths.message),
    /** The ids of the files in their order. Files that are still being uploaded are permitted. */
    attachments: z
      .array(Id)
      .max(filesPerResource)
      .refine((ids) => new Set(ids).size === ids.length, 'TWICE')
      .default([]),
    /** The channel on which the message leaves; the app by default. Only therapists choose another. */
    channel: Channel.optional(),
    /** The id of the template of WhatsApp that leaves instead of a written text. `text` is the text that it shows. */
    template: requiredText(100).optional(),
  })
  .refine(({ text: written, attachments }) => written !== '' || attachments.length > 0, {
    error: 'REQUIRED',
    path: ['text'],
  })
export type NewMessage = z.output<typeof NewMessage>

/** A client of the therapist to whom a message may be sent in the app. */
const MessageRecipient = z.strictObject({
  /** The id of the client record and of its conversation. */
  clientId: ClientId,
  name: z.string(),
  tags: z.array(z.strictObject({ id: Id, name: z.string() })),
  /** Why nothing can be sent to the client in the app; null if a message can be sent. */
  readOnly: z.enum(readOnlyReasons).nullable(),
})
export type MessageRecipient = z.infer<typeof MessageRecipient>

export const UnreadMessages = z.strictObject({
  conversationId: Id,
  unread: z.number(),
  /** The latest unread message in the app that no device of the caller has acknowledged; null if there is none. */
  unacknowledgedId: Id.nullable(),
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
  /** The caller's conversations: those with unread messages first, then the latest first. */
  list: read.input(z.strictObject(paging)).output(pageOf(Conversation)),
  /**
   * A part of a conversation in the order of the numbers: the messages around a number, before it or after it; without a number, the latest
   * ones. `hasOlder` and `hasNewer` say whether there are more messages on either side.
   */
  messages: read
    .input(
      z
        .strictObject({
          id: Id,
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
        /** The next session with the other side; null if none is scheduled. */
        nextSession: z.strictObject({ id: Id, startsAt: z.string() }).nullable(),
        items: z.array(Message),
        hasOlder: z.boolean(),
        hasNewer: z.boolean(),
      }),
    ),
  /**
   * Sends a message and notifies the other side. During an absence of the therapist, the first message of a client in the app is answered
   * automatically. A repeated call with the same id and content creates no second message. Refuses with TOO_MANY after 200 messages in a
   * minute. A message that is sent as a text message is `sending` until the provider has accepted it.
   */
  send: write
    .input(NewMessage)
    .output(Message)
    .errors({ ...readOnlyRefusal, ...textRefusal, FILE_REFUSED: { status: 409, data: ById } }),
  /** Sends a message of the caller again that surely did not arrive as a text message. Refuses with NOT_RETRYABLE for any other. */
  retry: write
    .input(ById)
    .output(Message)
    .errors({ ...readOnlyRefusal, ...textRefusal, NOT_RETRYABLE: { status: 409 } }),
  /** Replaces the text of a message of the caller, for 15 minutes and until the other side has read it. */
  edit: write
    .input(z.strictObject({ id: Id, text: requiredText(textLengths.message) }))
    .output(Message)
    .errors(notChangeable),
  /** Removes text and files of a message of the caller, for 15 minutes and until the other side has read it. */
  delete: write.input(ById).output(Message).errors(notChangeable),
  /**
   * Notes that messages of the other side, and those before them in their conversations, have arrived on a device of the caller. Writes
   * nothing for messages that had arrived or were read before. Refuses with NOT_FOUND if the caller is not the recipient of each.
   */
  acknowledge: writeWith(messageMeta.acknowledge)
    .input(z.strictObject({ ids: z.array(Id).min(1).max(acknowledgedAtOnce) }))
    .output(Done),
  /** Notes that the caller has read a conversation up to a number, and marks the notifications about it as read. */
  markRead: write.input(z.strictObject({ id: Id, upTo: Seq })).output(Done),
  /** The conversations with unread messages, and how many each has (row 7.03). */
  unreadCounts: read.input(EmptyInput).output(z.strictObject({ items: z.array(UnreadMessages) })),
  /** The messages that contain all words, the latest first, in one conversation or in all. Each word is the beginning of a word. */
  search: read
    .input(z.strictObject({ search: requiredText(textLengths.search), conversationId: Id.optional(), ...paging }))
    .output(pageOf(FoundMessage)),
  /** The sender of a message (row 7.05). */
  sender: read.input(ById).output(z.strictObject({ senderId: Id.nullable() })),
  /** The latest message of a conversation from the other side; null without one (row 7.05). */
  latestFromOther: read.input(ById).output(z.strictObject({ message: Message.nullable() })),
  /** All clients of the therapist, sorted by name, with their tags. */
  recipients: read.input(EmptyInput).output(z.strictObject({ items: z.array(MessageRecipient) })),
  /**
   * Adds a message with its author and time to the therapist's notes about the client. A message that the notes contain already is not
   * added again.
   */
  putIntoNotes: write
    .input(ById)
    .output(Done)
    .errors({ NOTES_FULL: { status: 409 }, NO_TEXT: { status: 409 } }),
  /** Removes a message from the notes again. `removed` is false if the notes do not contain it as it was added. */
  removeFromNotes: write
    .input(ById)
    .output(z.strictObject({ removed: z.boolean() }))
    .errors({ NO_TEXT: { status: 409 } }),
}
