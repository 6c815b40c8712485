import { z } from 'zod'
import { byId, byIdWithCommand, ClientId, Command, EmptyInput } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { Language } from '../../../common/text/text.schemas.ts'
import { assistantConsentActions, assistantConsentSources } from './assistant-consent.rules.ts'

/** The names in a consent text: the provider and its country (ISO 3166-1 alpha-2). */
const named = { provider: z.string(), providerCountry: z.string() }

/** An entry in the history of a consent. */
const AssistantConsentEvent = z.strictObject({
  at: z.string(),
  action: z.enum(assistantConsentActions),
  /** The person who made the change: the client in the app, or the therapist on the client's behalf. */
  source: z.enum(assistantConsentSources),
  /** Whether the person who reads the history made the change. */
  byReader: z.boolean(),
  /** The version of the consent text. */
  version: z.number(),
  /** The language in which the client read the text or heard it read. */
  language: Language,
  ...named,
})
export type AssistantConsentEvent = z.infer<typeof AssistantConsentEvent>

/** The consent of one client record to the assistant. */
export const AssistantConsent = z.strictObject({
  clientId: ClientId,
  therapistName: z.string(),
  /** The terms that a client can agree to now; null while the assistant is off. */
  offered: z
    .strictObject({
      ...named,
      /** The region in which the provider processes the texts. */
      region: z.string(),
      /** Whether the practice operates the endpoint itself. */
      isOwnHost: z.boolean(),
      /** The version of the terms: provider, country and region. A consent to earlier terms does not count. */
      termsVersion: z.number(),
      version: z.number(),
    })
    .nullable(),
  /** Whether the client currently consents to the offered terms. */
  isGiven: z.boolean(),
  /** The entry of the current consent; null if there is none. If it is for an earlier provider, `isGiven` is false. */
  latest: AssistantConsentEvent.nullable(),
  /** Whether consent can be given now. False for an inactive or disconnected record and while the assistant is off. */
  mayGive: z.boolean(),
  /** The history, newest first, at most 200 entries. */
  history: z.array(AssistantConsentEvent),
})
export type AssistantConsent = z.infer<typeof AssistantConsent>

const NewAssistantConsent = z.strictObject({
  id: ClientId,
  command: Command,
  language: Language,
  /** The version that the page showed, from `offered.version`. The page also sends `offered.termsVersion`. */
  version: z.int().min(1).max(2_000_000_000),
  termsVersion: z.int().min(1).max(2_000_000_000),
})
export type NewAssistantConsent = z.output<typeof NewAssistantConsent>

/** The tables of this feature that a browser can subscribe to. */
export const assistantConsentTables = {
  assistant_consents: { table: 'assistant_consent', filters: ['client_id'] },
} as const satisfies RealtimeTables

/**
 * The consent of a client to the therapist's use of the assistant. The client changes it in the settings, or the therapist on the client's behalf.
 * Without consent, no data about the client is sent to the endpoint.
 */
export const assistantConsent = {
  /** The consents of the client's connected records. Includes only records for which consent can be given or was ever given. */
  list: read.input(EmptyInput).output(z.strictObject({ items: z.array(AssistantConsent) })),
  /** The consent of one record. `id` is the id of the client record. */
  get: read.input(byId(ClientId)).output(AssistantConsent),
  /**
   * Records the consent of the client. Repeating the command changes nothing. Refuses with:
   * - TERMS_CHANGED if the assistant is off, or if `version` or `termsVersion` is not the current version
   * - RECORD_INACTIVE
   */
  give: write
    .input(NewAssistantConsent)
    .output(AssistantConsent)
    .errors({ TERMS_CHANGED: { status: 409 }, RECORD_INACTIVE: { status: 409 } }),
  /**
   * Withdraws the consent, aborts running answers, and deletes drafts that were not accepted. After the call, no more data about the client is sent
   * to the endpoint. Repeating the call changes nothing.
   */
  withdraw: write.input(byIdWithCommand(ClientId)).output(AssistantConsent),
}
