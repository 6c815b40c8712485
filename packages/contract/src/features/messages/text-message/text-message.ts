import { z } from 'zod'
import { byId, ClientId, Done, EmptyInput, TextMediaId, UnassignedTextId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { mediaRefusals, textChannels } from './text-message.rules.ts'

const TextChannel = z.enum(textChannels)

/** A channel on which a message of a conversation can be sent. */
const ChannelOption = z.strictObject({
  channel: TextChannel,
  /** The purposes to which the client consents. */
  purposes: z.array(z.enum(['reminder', 'notice', 'content'])),
  /** The text of a notice. It is sent if the message may not or cannot be sent with its content. */
  notice: z.string(),
  /** The text that the first message to the number adds before and after the typed text; null if a message was sent before. */
  first: z.strictObject({ before: z.string(), after: z.string() }).nullable(),
  /** The end of the current or last WhatsApp window; null for SMS, and if the client has not written by WhatsApp. */
  windowEndsAt: z.string().nullable(),
  /** The approved WhatsApp templates in the language of the consent, with the text that the client receives. */
  templates: z.array(z.strictObject({ id: z.string(), name: z.string(), text: z.string() })),
})
export type ChannelOption = z.infer<typeof ChannelOption>

/** A file of a text message from a client. */
export const ReceivedMedia = z.strictObject({
  id: TextMediaId,
  /** `waiting` until the file was fetched from the provider and checked. */
  state: z.enum(['waiting', 'ready', 'refused']),
  /** The reason why the file was not stored; null unless its state is `refused`. */
  refusal: z.enum(mediaRefusals).nullable(),
})
export type ReceivedMedia = z.infer<typeof ReceivedMedia>

/** A text message that belongs to no conversation yet. */
const UnassignedText = z.strictObject({
  id: UnassignedTextId,
  channel: TextChannel,
  /** The sender's number in E.164. */
  number: z.string(),
  /** The text of the message; null if clients of several therapists have this number, because the text is then not stored. */
  text: z.string().nullable(),
  /** The number of files of the message that were not stored. */
  mediaCount: z.number(),
  /** The files of the message in order. They move to the conversation together with the message. */
  media: z.array(ReceivedMedia),
  receivedAt: z.string(),
  /** The therapist's clients with this number. */
  candidates: z.array(z.strictObject({ id: ClientId, name: z.string() })),
})
export type UnassignedText = z.infer<typeof UnassignedText>

/** Counts of text messages. */
const TextTotals = z.strictObject({
  /** The counts by month (YYYY-MM in UTC) and channel, latest month first, for at most twelve months. */
  items: z.array(
    z.strictObject({
      month: z.string(),
      channel: TextChannel,
      /** The number of text messages that the provider accepted. */
      messages: z.number(),
      /** The number of SMS segments of these messages. */
      segments: z.number(),
      /** The number of received text messages. */
      received: z.number(),
    }),
  ),
})
export type TextTotals = z.infer<typeof TextTotals>

/** The tables of this feature that a browser can subscribe to. */
export const textMessageTables = {
  unassigned_texts: { table: 'unassigned_text', filters: ['id'] },
} as const satisfies RealtimeTables

/** Text messages by SMS and WhatsApp (row 1.08). */
export const textMessage = {
  /**
   * The channels besides the app on which the therapist can write in a conversation, and the preselected channel: the one on which the client last
   * wrote, if the client consents to it.
   */
  options: read.input(byId(ClientId)).output(
    z.strictObject({
      channels: z.array(ChannelOption),
      /** Whether the client has an account and can read messages in the app. */
      hasAccount: z.boolean(),
      preselected: z.enum(['app', ...textChannels]),
    }),
  ),
  /** The text messages that the therapist received and that belong to no conversation, newest first, at most 100. */
  unassigned: read.input(EmptyInput).output(z.strictObject({ items: z.array(UnassignedText) })),
  /** Moves an unassigned text message to a conversation. Refuses with NOT_KEPT if its text was not stored. */
  assign: write
    .input(z.strictObject({ id: UnassignedTextId, conversationId: ClientId }))
    .output(Done)
    .errors({ NOT_KEPT: { status: 409 } }),
  /** Deletes an unassigned text message. */
  discard: write.input(byId(UnassignedTextId)).output(Done),
  /**
   * The number of text messages that the therapist sent and received, including unassigned ones, by month. `channels` are the channels on which the
   * therapist can write.
   */
  totals: read.input(EmptyInput).output(z.strictObject({ ...TextTotals.shape, channels: z.array(TextChannel) })),
  /** The number of text messages that all therapists sent and received, by month, and the number of those from unknown numbers. */
  practiceTotals: read.input(EmptyInput).output(
    z.strictObject({
      ...TextTotals.shape,
      unknown: z.strictObject({ count: z.number(), latestAt: z.string().nullable() }),
    }),
  ),
}
