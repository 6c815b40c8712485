import { z } from 'zod'
import { byId, ClientId, Command, EmptyInput } from '../../../common/ids.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { Language } from '../../../common/text/text.schemas.ts'
import { numberProblems } from './consent.numbers.ts'
import { consentActions, consentChannels, consentPurposes, consentSources } from './consent.rules.ts'

const Channel = z.enum(consentChannels)
const Purpose = z.enum(consentPurposes)

/** The version of a consent text and the names in it: the practice's name in texts, the provider and its country (ISO 3166-1 alpha-2). */
const consentTerms = {
  version: z.number(),
  senderName: z.string(),
  provider: z.string(),
  providerCountry: z.string(),
}

/** A channel that the admin has switched on, and the client's consent for it. */
const ChannelConsent = z.strictObject({
  channel: Channel,
  ...consentTerms,
  /** The purposes to which the client can consent now. */
  offered: z.array(Purpose),
  /** The purposes to which the client currently consents. */
  given: z.array(Purpose),
})
export type ChannelConsent = z.infer<typeof ChannelConsent>

/** An entry in the history of a consent. A START request has no channel, purpose or text, so these fields are null. */
const ConsentEvent = z.strictObject({
  at: z.string(),
  action: z.enum(consentActions),
  source: z.enum(consentSources),
  /** Whether the person who reads the history made the change. */
  byReader: z.boolean(),
  /** The number in E.164. */
  number: z.string(),
  channel: Channel.nullable(),
  purpose: Purpose.nullable(),
  language: Language.nullable(),
  version: consentTerms.version.nullable(),
  senderName: consentTerms.senderName.nullable(),
  provider: consentTerms.provider.nullable(),
  providerCountry: consentTerms.providerCountry.nullable(),
})
export type ConsentEvent = z.infer<typeof ConsentEvent>

/** The consent of one client record to text messages. */
export const ClientConsent = z.strictObject({
  clientId: ClientId,
  therapistName: z.string(),
  /** The current number in E.164; null if none was entered. */
  number: z.string().nullable(),
  /** The phone number in the record as the therapist entered it; empty if there is none. */
  phone: z.string(),
  /** The countries to which texts may be sent (ISO 3166-1 alpha-2). */
  countries: z.array(z.string()),
  /** Whether consent can be given now. False for an inactive record. */
  mayGive: z.boolean(),
  /** The channels that the admin has switched on. */
  channels: z.array(ChannelConsent),
  /** The end of texts to the number by a STOP text or by the provider; null if the client consents, or if consent ended in another way. */
  stopped: z.strictObject({ at: z.string(), source: z.enum(['stop', 'provider']) }).nullable(),
  /** The time at which the number last requested texts again; null if consent was given or withdrawn since. */
  requestedAt: z.string().nullable(),
  /** The history, newest first, at most 200 entries. */
  history: z.array(ConsentEvent),
})
export type ClientConsent = z.infer<typeof ClientConsent>

const purposes = z.array(Purpose).min(1).max(consentPurposes.length)

const NewConsent = z.strictObject({
  id: ClientId,
  command: Command,
  number: z.string().max(textLengths.phone),
  channel: Channel,
  purposes,
  /** The language in which the client read the text. */
  language: Language,
  ...consentTerms,
})
export type NewConsent = z.output<typeof NewConsent>

const EndOfConsent = z.strictObject({ id: ClientId, command: Command, channel: Channel, purposes })
export type EndOfConsent = z.output<typeof EndOfConsent>

/** The tables of this feature that a browser can subscribe to. */
export const consentTables = {
  text_consents: { table: 'text_consent', filters: ['client_id'] },
} as const satisfies RealtimeTables

/**
 * The consent of a client to text messages by SMS and WhatsApp. The client changes it in the settings, or the therapist on the client's behalf.
 * Without consent, no texts are sent.
 */
export const consent = {
  /** The consents of all records of the caller; empty if the admin has switched on no channel. */
  list: read.input(EmptyInput).output(z.strictObject({ items: z.array(ClientConsent) })),
  /** Reads the consent of one client record. */
  get: read.input(byId(ClientId)).output(ClientConsent),
  /**
   * Records the client's consent to texts for these purposes on a channel. A new number ends the consents for the previous number. Repeating the
   * command changes nothing. Refuses with:
   * - NUMBER_REFUSED if the number is not a mobile number or if no texts may be sent to its country
   * - TERMS_CHANGED if the channel or a purpose is not offered, or if the names in the text are not those in the input
   * - RECORD_INACTIVE
   */
  give: write
    .input(NewConsent)
    .output(ClientConsent)
    .errors({
      NUMBER_REFUSED: { status: 409, data: z.object({ problem: z.enum(numberProblems) }) },
      TERMS_CHANGED: { status: 409 },
      RECORD_INACTIVE: { status: 409 },
    }),
  /** Withdraws consent for these purposes on a channel. Repeating the call changes nothing. */
  withdraw: write.input(EndOfConsent).output(ClientConsent),
}
