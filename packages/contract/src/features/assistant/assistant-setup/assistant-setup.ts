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
/** The version of the setup that the admin has seen. Each change increases it. */
const Version = z.int().min(0)

const EndpointAddress = z
  .string()
  .max(assistantLimits.address)
  .transform((address) => address.trim())
  .refine((address) => endpointAddressProblem(address) !== 'not-an-address', 'NOT_AN_ADDRESS')
  .refine((address) => endpointAddressProblem(address) !== 'with-credentials', 'WITH_CREDENTIALS')

const { timeoutSeconds, wordsPerDay } = assistantLimits

/** The entries of an admin. The provider and its country are those that therapists and clients read before they agree. */
const AssistantSettingsInput = z.strictObject({
  kind: z.enum(endpointKinds),
  address: EndpointAddress.nullable(),
  model: z.string().refine(isModelName, 'NOT_A_MODEL').nullable(),
  /** The time limit of an answer, in seconds. */
  timeoutSeconds: z.int().min(timeoutSeconds.min).max(timeoutSeconds.max),
  /** The maximum number of words that one therapist can send in a day. */
  wordsPerDay: z.int().min(wordsPerDay.min).max(wordsPerDay.max),
  /** Where the provider processes the texts, and under which contract, as therapists read it. */
  region: nameText(assistantLimits.region),
  contractText: text(assistantLimits.contractText),
  provider: nameText(assistantLimits.provider),
  providerCountry: Country.nullable(),
})

export const AssistantSetup = z.strictObject({
  ...AssistantSettingsInput.shape,
  address: z.string().nullable(),
  model: z.string().nullable(),
  version: z.number(),
  isOn: z.boolean(),
  /** False if the saved address is not allowed, because the environment does not name its host. */
  isAddressAllowed: z.boolean(),
  /** Whether requests need a key: always at Anthropic, and at any host that the environment does not name as local. */
  needsKey: z.boolean(),
  /** When the key of this endpoint was saved; null if there is none. A key of another host does not count. */
  keySavedAt: z.string().nullable(),
  /** False if the key was encrypted with another secrets folder, so that it must be entered again. */
  isKeyReadable: z.boolean(),
  practiceCountry: z.string().nullable(),
  /** The admin's statement about this provider; null if there is none. */
  agreement: z
    .strictObject({ type: z.enum(assistantAgreementTypes), date: z.string(), name: z.string(), statedAt: z.string() })
    .nullable(),
  /** The requirements that the assistant lacks before it can be switched on. */
  missing: z.array(Part),
  /** The last check of the connection with this setup, with the milliseconds until the whole answer had arrived. */
  check: z.strictObject({ at: z.string(), result: z.enum(assistantCheckResults), milliseconds: z.number() }).nullable(),
})
export type AssistantSetup = z.infer<typeof AssistantSetup>

/** The setup has changed since the version that the admin has seen. */
const CHANGED = { CHANGED: { status: 409, data: z.object({ current: AssistantSetup }) } } as const
const NOT_SET_UP = { NOT_SET_UP: { status: 409, data: z.object({ missing: z.array(Part) }) } } as const

/** The setup of the assistant. Only admins use it. */
export const assistantSetup = {
  get: read.input(EmptyInput).output(AssistantSetup),
  /**
   * Saves the settings. Another host, provider or country of the provider ends what was stated about the old one, and the assistant is
   * switched off. It is switched off too if something is missing then. Refuses with:
   * - CHANGED and the current setup, if it has changed since `version`
   * - ADDRESS_NOT_ALLOWED if the address is in the local network or uses http, and the environment does not name its host
   */
  save: write
    .input(z.strictObject({ ...AssistantSettingsInput.shape, version: Version }))
    .output(AssistantSetup)
    .errors({ ...CHANGED, ADDRESS_NOT_ALLOWED: { status: 409 } }),
  /** Saves the key for the saved address. No procedure returns it. */
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
   * States that an agreement with the provider exists as a practice in this country needs it, or that the practice runs the endpoint itself
   * (`own`): who signed or states it, and the date. Refuses with NOT_SET_UP as long as no address, provider or country is saved.
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
  /** Switches the assistant on. Refuses with NOT_SET_UP and what is missing. */
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
  /** Sends one harmless sentence to the endpoint. Makes no request if the address, the key or the model is missing. */
  test: write.input(EmptyInput).output(z.strictObject({ missing: z.array(Part), setup: AssistantSetup })),
}
