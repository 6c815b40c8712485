import { z } from 'zod'
import { EmptyInput } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { nameText, requiredName, text } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import {
  assistantAgreementTypes,
  assistantCheckResults,
  assistantLimits,
  assistantParts,
  endpointAddressProblem,
  endpointFailureCodes,
  endpointKinds,
  isEndpointKey,
  isModelName,
} from './assistant-setup.rules.ts'

const Country = z.string().regex(/^[A-Z]{2}$/)
const Part = z.enum(assistantParts)
/** The version of the setup that the admin has seen. Each change increments it. */
const Version = z.int().min(0)

const EndpointAddress = z
  .string()
  .max(assistantLimits.address)
  .transform((address) => address.trim())
  .refine((address) => endpointAddressProblem(address) !== 'not-an-address', 'NOT_AN_ADDRESS')
  .refine((address) => endpointAddressProblem(address) !== 'with-credentials', 'WITH_CREDENTIALS')

const { timeoutSeconds, wordsPerDay } = assistantLimits

/** The settings that an admin enters. Therapists and clients see the provider and its country before they agree. */
const AssistantSettingsInput = z.strictObject({
  kind: z.enum(endpointKinds),
  /** The URL of the API; null if none was entered. */
  address: EndpointAddress.nullable(),
  /** The name of the model; null if none was chosen. */
  model: z.string().refine(isModelName, 'NOT_A_MODEL').nullable(),
  /** The time limit of an answer, in seconds. */
  timeoutSeconds: z.int().min(timeoutSeconds.min).max(timeoutSeconds.max),
  /** The maximum number of words that one therapist can send and receive in a day. An answer that has begun is completed. */
  wordsPerDay: z.int().min(wordsPerDay.min).max(wordsPerDay.max),
  /** The region in which the provider processes the texts, as therapists read it. */
  region: nameText(assistantLimits.region),
  /** The text about the contract with the provider, which therapists read. */
  contractText: text(assistantLimits.contractText),
  /** The name of the provider. */
  provider: nameText(assistantLimits.provider),
  /** Null if none was entered. */
  providerCountry: Country.nullable(),
})

/** The setup of the assistant as an admin sees it. */
export const AssistantSetup = z.strictObject({
  ...AssistantSettingsInput.shape,
  address: z.string().nullable(),
  model: z.string().nullable(),
  /** The number of changes. A change sends the version on which it is based. */
  version: z.number(),
  isOn: z.boolean(),
  /** False if the saved address is not allowed because the environment does not list its host. */
  isAddressAllowed: z.boolean(),
  /** Whether requests need a key. True for Anthropic, and for any host that the environment does not list as local. */
  needsKey: z.boolean(),
  /** The time at which the key of this endpoint was saved; null if there is none. The key of another host does not count. */
  keySavedAt: z.string().nullable(),
  /** False if the key was encrypted with another secrets folder and must be entered again. */
  isKeyReadable: z.boolean(),
  /** The country of the practice; null if the admin has chosen none. */
  practiceCountry: z.string().nullable(),
  /** The admin's declaration about this provider; null if there is none. */
  agreement: z
    .strictObject({ type: z.enum(assistantAgreementTypes), date: z.string(), name: z.string(), statedAt: z.string() })
    .nullable(),
  /** The parts that are needed to switch the assistant on. */
  missing: z.array(Part),
  /** The last connection test with this setup, with the duration of the whole answer in milliseconds. */
  check: z.strictObject({ at: z.string(), result: z.enum(assistantCheckResults), milliseconds: z.number() }).nullable(),
})
export type AssistantSetup = z.infer<typeof AssistantSetup>

/** The refusal if the setup has changed since the version that the admin has seen. Contains the current setup. */
const CHANGED = { CHANGED: { status: 409, data: z.object({ current: AssistantSetup }) } } as const
const NOT_SET_UP = { NOT_SET_UP: { status: 409, data: z.object({ missing: z.array(Part) }) } } as const

/** The setup of the assistant. Only admins use it. */
export const assistantSetup = {
  get: read.input(EmptyInput).output(AssistantSetup),
  /**
   * Saves the settings. A new host, provider or country voids the declaration about the old one and switches the assistant off. The assistant is
   * also switched off if a part of the setup is now missing. Refuses with:
   * - CHANGED and the current setup, if it has changed since `version`
   * - ADDRESS_NOT_ALLOWED if the address is in the local network or uses http, and the environment does not list its host
   */
  save: write
    .input(z.strictObject({ ...AssistantSettingsInput.shape, version: Version }))
    .output(AssistantSetup)
    .errors({ ...CHANGED, ADDRESS_NOT_ALLOWED: { status: 409 } }),
  /**
   * Saves the API key for the saved address. No procedure returns the key. Refuses with CHANGED and the current setup, and with NOT_SET_UP if no
   * address is saved.
   */
  saveKey: write
    .input(
      z.strictObject({
        version: Version,
        key: z.string().max(assistantLimits.key).refine(isEndpointKey, 'NOT_A_KEY'),
      }),
    )
    .output(AssistantSetup)
    .errors({ ...CHANGED, ...NOT_SET_UP }),
  /**
   * Records a declaration: the practice has the agreement with the provider that its country requires, or operates the endpoint itself (`own`).
   * `name` is the person who signed or declares it, `date` its day. Refuses with:
   * - CHANGED and the current setup, if it has changed since `version`
   * - NOT_SET_UP and the missing parts, if address, provider or country are not saved
   * - IN_THE_FUTURE if the day has not begun in any time zone
   */
  recordAgreement: write
    .input(
      z.strictObject({
        version: Version,
        own: z.boolean(),
        country: Country,
        name: requiredName(assistantLimits.agreementName),
        date: Day,
      }),
    )
    .output(AssistantSetup)
    .errors({ ...CHANGED, ...NOT_SET_UP, IN_THE_FUTURE: { status: 409 } }),
  /** Switches the assistant on. Refuses with NOT_SET_UP and the missing parts, and with CHANGED and the current setup. */
  switchOn: write
    .input(z.strictObject({ version: Version }))
    .output(AssistantSetup)
    .errors({ ...CHANGED, ...NOT_SET_UP }),
  switchOff: write.input(EmptyInput).output(AssistantSetup),
  /** Returns the models that the endpoint offers. Makes no request if the address or the key is missing. */
  models: read.input(EmptyInput).output(
    z.strictObject({
      models: z.array(z.string()),
      failure: z.enum(endpointFailureCodes).nullable(),
      missing: z.array(Part),
    }),
  ),
  /** Sends a harmless sentence to the endpoint. Makes no request if the address, the key or the model is missing. */
  test: write.input(EmptyInput).output(z.strictObject({ missing: z.array(Part), setup: AssistantSetup })),
}
