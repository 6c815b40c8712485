import { z } from 'zod'
import { ById, ClientId, Command, EmptyInput, Id } from '../../../common/ids.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { Language } from '../../../common/text/text.schemas.ts'
import { numberProblems } from './consent.numbers.ts'
import { consentActions, consentChannels, consentPurposes, consentSources } from './consent.rules.ts'

const Channel = z.enum(consentChannels)
const Purpose = z.enum(consentPurposes)

/** The names in the text of a consent, beside its version: the name in texts, the provider and the provider's country (ISO 3166-1 alpha-2). */
const consentTerms = {
  version: z.number(),
  senderName: z.string(),
  provider: z.string(),
  providerCountry: z.string(),
}

/** A channel that the admin has switched on, with what the client has agreed to there. */
const ChannelConsent = z.strictObject({
  channel: Channel,
  ...consentTerms,
  /** The purposes that a client can agree to now. */
  offered: z.array(Purpose),
  /** The purposes for which consent is in force. */
  given: z.array(Purpose),
})
export type ChannelConsent = z.infer<typeof ChannelConsent>

/**
 * An entry of the ledger. A request to receive texts again names no channel, no purpose and no text. `byReader` is whether the person who
 * reads the history made the change.
 */
const ConsentEvent = z.strictObject({
  at: z.string(),
  action: z.enum(consentActions),
  source: z.enum(consentSources),
  byReader: z.boolean(),
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
  /** The present number in E.164; null if none was entered. */
  number: z.string().nullable(),
  /** The phone number of the record, as the therapist wrote it; empty if there is none. */
  phone: z.string(),
  /** The countries to which texts may go (ISO 3166-1 alpha-2). */
  countries: z.array(z.string()),
  /** Whether new consent can be given; not for a record that is inactive. */
  mayGive: z.boolean(),
  /** The channels that the admin has switched on. */
  channels: z.array(ChannelConsent),
  /** When texts to the number were ended by STOP or by the provider; null while consent is in force and where neither happened last. */
  stopped: z.strictObject({ at: z.string(), source: z.enum(['stop', 'provider']) }).nullable(),
  /** When the number last asked to receive texts again; null if consent was given or withdrawn since. */
  requestedAt: z.string().nullable(),
  /** The latest entries of the ledger first, at most 200. */
  history: z.array(ConsentEvent),
})
export type ClientConsent = z.infer<typeof ClientConsent>

const purposes = z.array(Purpose).min(1).max(consentPurposes.length)

const NewConsent = z.strictObject({
  id: Id,
  command: Command,
  number: z.string().max(textLengths.phone),
  channel: Channel,
  purposes,
  /** The language in which the client read the text, and what the text named. */
  language: Language,
  ...consentTerms,
})
export type NewConsent = z.output<typeof NewConsent>

const EndOfConsent = z.strictObject({ id: Id, command: Command, channel: Channel, purposes })
export type EndOfConsent = z.output<typeof EndOfConsent>

/** The tables of this feature that a browser can subscribe to. */
export const consentTables = {
  text_consents: { table: 'text_consent', filters: ['client_id'] },
} as const satisfies RealtimeTables

/**
 * Consent to text messages by SMS and WhatsApp. The client changes it in the settings, the therapist on the client's word. Without consent
 * nothing is sent.
 */
export const consent = {
  /** The consents of all records of the client; empty while the admin has switched on no channel. */
  list: read.input(EmptyInput).output(z.strictObject({ items: z.array(ClientConsent) })),
  /** The consent of one record. */
  get: read.input(ById).output(ClientConsent),
  /**
   * Records that the client agrees to texts for these purposes on a channel. Another number than before ends the consents for the earlier one.
   * Repeating the command changes nothing. Refuses with:
   * - NUMBER_REFUSED if the number is no mobile number or is of a country to which no texts go
   * - TERMS_CHANGED if the channel or a purpose is not offered, or the text no longer names what the input names
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
