import { z } from 'zod'
import { ById, Done, EmptyInput, Id } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { mediaRefusals, textChannels } from './text-message.rules.ts'

const TextChannel = z.enum(textChannels)

/** How a message of a conversation can leave on one channel. */
const ChannelOption = z.strictObject({
  channel: TextChannel,
  /** The purposes that the client consents to. */
  purposes: z.array(z.enum(['reminder', 'notice', 'content'])),
  /** The text of a notice, with which a message leaves that may not or cannot carry its content. */
  notice: z.string(),
  /** The words that the first text to the number has before and after the written text; null if a text was sent before. */
  first: z.strictObject({ before: z.string(), after: z.string() }).nullable(),
  /** When the WhatsApp window closes or has closed; null for SMS, and if the client has not written by WhatsApp. */
  windowEndsAt: z.string().nullable(),
  /** The approved templates of WhatsApp in the language of the consent, with the text that the client reads. */
  templates: z.array(z.strictObject({ id: z.string(), name: z.string(), text: z.string() })),
})
export type ChannelOption = z.infer<typeof ChannelOption>

/** A file that came with a text message of a client. */
export const ReceivedMedia = z.strictObject({
  id: Id,
  /** `waiting` until the file is fetched from the provider and checked. */
  state: z.enum(['waiting', 'ready', 'refused']),
  /** Why the file is not kept; null unless it is refused. */
  refusal: z.enum(mediaRefusals).nullable(),
})
export type ReceivedMedia = z.infer<typeof ReceivedMedia>

/** A text message that belongs to no conversation yet. */
const UnassignedText = z.strictObject({
  id: Id,
  channel: TextChannel,
  number: z.string(),
  /** Null if clients of several therapists have this number: the text is not kept then. */
  text: z.string().nullable(),
  /** How many files came with it and were not kept. */
  mediaCount: z.number(),
  /** The files that came with it, in their order. They move along to the conversation. */
  media: z.array(ReceivedMedia),
  receivedAt: z.string(),
  /** The therapist's clients with this number. */
  candidates: z.array(z.strictObject({ id: Id, name: z.string() })),
})
export type UnassignedText = z.infer<typeof UnassignedText>

const TextTotals = z.strictObject({
  /** By month (YYYY-MM, in UTC) and channel, the latest first, for at most twelve months. */
  items: z.array(
    z.strictObject({
      month: z.string(),
      channel: TextChannel,
      /** The text messages that the provider accepted, and as how many SMS it sent them. */
      messages: z.number(),
      segments: z.number(),
      /** The text messages that came. */
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
   * The channels on which the therapist can write in a conversation, besides the app, and the channel that the composer begins with: that on
   * which the client last wrote, if the client consents to it.
   */
  options: read.input(ById).output(
    z.strictObject({
      channels: z.array(ChannelOption),
      /** Whether the client has an account and can read messages in the app. */
      hasAccount: z.boolean(),
      preselected: z.enum(['app', ...textChannels]),
    }),
  ),
  /** The received text messages of the therapist that belong to no conversation, the latest first, at most 100. */
  unassigned: read.input(EmptyInput).output(z.strictObject({ items: z.array(UnassignedText) })),
  /** Moves an unassigned text message to a conversation. Refuses with NOT_KEPT if its text was not kept. */
  assign: write
    .input(z.strictObject({ id: Id, conversationId: Id }))
    .output(Done)
    .errors({ NOT_KEPT: { status: 409 } }),
  /** Deletes an unassigned text message. */
  discard: write.input(ById).output(Done),
  /**
   * How many text messages the therapist has sent, and how many came into the therapist's conversations and to Unassigned, by month.
   * `channels` are those on which the therapist can write.
   */
  totals: read.input(EmptyInput).output(z.strictObject({ ...TextTotals.shape, channels: z.array(TextChannel) })),
  /**
   * How many text messages all therapists have sent, and how many the provider has received, by month, and how many of these came from
   * numbers of no client.
   */
  practiceTotals: read.input(EmptyInput).output(
    z.strictObject({
      ...TextTotals.shape,
      unknown: z.strictObject({ count: z.number(), latestAt: z.string().nullable() }),
    }),
  ),
}
