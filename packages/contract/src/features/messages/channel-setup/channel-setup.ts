import { z } from 'zod'
import { byId, EmptyInput, TextSenderId, TextTemplateId, TherapistId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { Language, nameText, requiredName, requiredText } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { isFilled } from '../../../common/text/text.ts'
import {
  agreementTypes,
  channelLimits,
  e164,
  hostPattern,
  missingParts,
  plainNumber,
  testResults,
  twilioAccount,
  twilioTemplate,
  unknownTemplateVariables,
} from './channel-setup.rules.ts'
import { textChannels } from '../text-message/text-message.rules.ts'

const Channel = z.enum(textChannels)
const Country = z.string().regex(/^[A-Z]{2}$/)
const PhoneNumber = z.string().max(channelLimits.number).transform(plainNumber).pipe(z.string().regex(e164))
const PushHost = z
  .string()
  .max(channelLimits.host)
  .transform((host) => host.trim().toLowerCase())
  .pipe(z.string().regex(hostPattern))

/** A number from which texts are sent. */
const TextSender = z.strictObject({
  id: TextSenderId,
  channel: Channel,
  /** The number in E.164. */
  number: PhoneNumber,
  /** The therapist to whom the number belongs; null for the practice. */
  therapistId: TherapistId.nullable(),
})

/**
 * An approved WhatsApp template with its full text. The text may contain only variables that Attune fills; templates that were saved earlier may
 * contain others.
 */
const TextTemplate = z.strictObject({
  id: TextTemplateId,
  name: requiredName(channelLimits.templateName),
  language: Language,
  text: requiredText(channelLimits.templateText).refine(
    (text) => unknownTemplateVariables(text).length === 0,
    'UNKNOWN_VARIABLE',
  ),
  /** The provider's id. */
  templateId: z
    .string()
    .transform((id) => id.trim())
    .pipe(z.string().regex(twilioTemplate)),
})

const StoredSender = z.strictObject({ ...TextSender.shape, number: z.string() })
const StoredTemplate = z.strictObject({
  ...TextTemplate.shape,
  name: z.string(),
  text: z.string(),
  templateId: z.string(),
})

const ChannelState = z.strictObject({
  channel: Channel,
  isOn: z.boolean(),
  /** Whether texts on this channel may contain clinical content. */
  carriesContent: z.boolean(),
  /** The parts of the setup that are still missing before the channel can be switched on. */
  missing: z.array(z.enum(missingParts)),
})

/** The setup of text messages and push services as an admin sees it. */
export const ChannelSetup = z.strictObject({
  /** The name of the provider. */
  provider: z.string(),
  /** The id of the account at the provider; null if none was entered. */
  account: z.string().nullable(),
  /** The time at which the key was saved; null if there is none. */
  keySavedAt: z.string().nullable(),
  /** False if the key was encrypted with another secrets folder and must be entered again. */
  isKeyReadable: z.boolean(),
  /** The name that texts show as their sender. */
  nameInTexts: z.string(),
  /** The country of the practice; null if the admin has chosen none. */
  practiceCountry: z.string().nullable(),
  /** The countries to which texts may be sent (ISO 3166-1 alpha-2). */
  allowedCountries: z.array(z.string()),
  channels: z.array(ChannelState),
  senders: z.array(StoredSender),
  /** The webhook address for received messages, to be entered at the provider. */
  incomingAddress: z.string(),
  templates: z.array(StoredTemplate),
  /** The agreement with the provider as an admin has declared it; null if there is none for the practice's country. */
  agreement: z
    .strictObject({ type: z.enum(agreementTypes), date: z.string(), name: z.string(), statedAt: z.string() })
    .nullable(),
  /** The hosts of push services that the admin allows. */
  pushHosts: z.array(z.string()),
  /** The therapists who can have a sender. */
  therapists: z.array(z.strictObject({ id: TherapistId, name: z.string() })),
})
export type ChannelSetup = z.infer<typeof ChannelSetup>

const notSetUp = { NOT_SET_UP: { status: 409, data: z.object({ missing: z.array(z.enum(missingParts)) }) } } as const

/** The setup of SMS, WhatsApp and push. Only admins use it. */
export const channelSetup = {
  get: read.input(EmptyInput).output(ChannelSetup),
  /** Saves the account at the provider. An omitted key keeps its value. No procedure returns the key. */
  saveAccount: write
    .input(
      z.strictObject({
        account: z
          .string()
          .transform((account) => account.trim())
          .pipe(z.string().regex(twilioAccount)),
        key: requiredText(channelLimits.providerKey)
          .refine((key) => !/\s/.test(key), 'NOT_A_KEY')
          .optional(),
      }),
    )
    .output(ChannelSetup),
  /** Saves the practice's name in texts and the allowed countries of recipients. */
  saveTexts: write
    .input(
      z.strictObject({
        nameInTexts: nameText(channelLimits.nameInTexts).refine(isFilled, 'REQUIRED'),
        allowedCountries: z.array(Country).max(channelLimits.countries),
      }),
    )
    .output(ChannelSetup),
  /**
   * Saves a sender. Refuses with NUMBER_TAKEN if the channel has another sender with this number, and with OWNER_TAKEN if the practice or the
   * therapist already has another sender on the channel.
   */
  saveSender: write
    .input(TextSender)
    .output(ChannelSetup)
    .errors({ NUMBER_TAKEN: { status: 409 }, OWNER_TAKEN: { status: 409 } }),
  /** Removes a sender. A channel without senders is switched off. */
  removeSender: write.input(byId(TextSenderId)).output(ChannelSetup),
  saveTemplate: write
    .input(TextTemplate)
    .output(ChannelSetup)
    .errors({ TEMPLATE_TAKEN: { status: 409 } }),
  removeTemplate: write.input(byId(TextTemplateId)).output(ChannelSetup),
  /** Switches a channel on or off. Refuses to switch on a channel that is not set up, with NOT_SET_UP and the missing parts. */
  setChannelOn: write
    .input(z.strictObject({ channel: Channel, isOn: z.boolean() }))
    .output(ChannelSetup)
    .errors(notSetUp),
  /**
   * Records a declaration that the practice has the agreement with the provider that its country requires: the person who signed it, and the date. If
   * WhatsApp may not carry message content in this country, texts by WhatsApp no longer contain it. Refuses with IN_THE_FUTURE if the day has not
   * begun in any time zone.
   */
  recordAgreement: write
    .input(z.strictObject({ country: Country, name: requiredName(channelLimits.agreementName), date: Day }))
    .output(ChannelSetup)
    .errors({ IN_THE_FUTURE: { status: 409 } }),
  /**
   * Sets whether texts of a channel may contain message content. Refuses to allow it with NO_AGREEMENT if no agreement is declared, and with
   * NOT_IN_COUNTRY for WhatsApp of a US practice.
   */
  setCarriesContent: write
    .input(z.strictObject({ channel: Channel, carriesContent: z.boolean() }))
    .output(ChannelSetup)
    .errors({ NO_AGREEMENT: { status: 409 }, NOT_IN_COUNTRY: { status: 409 } }),
  /** Sends a test text to a number, even while the channel is off. */
  sendTest: write
    .input(z.strictObject({ channel: Channel, to: PhoneNumber }))
    .output(z.strictObject({ result: z.enum(testResults) })),
  /** Saves the hosts of the push services to which the server may send. A host includes its subdomains. */
  savePushHosts: write
    .input(z.strictObject({ hosts: z.array(PushHost).max(channelLimits.hosts) }))
    .output(ChannelSetup),
}
