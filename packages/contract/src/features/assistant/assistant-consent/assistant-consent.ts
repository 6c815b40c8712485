import { z } from 'zod'
import { ById, ClientId, Command, EmptyInput, Id, IdWithCommand } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { Language } from '../../../common/text/text.schemas.ts'
import { assistantConsentActions, assistantConsentSources } from './assistant-consent.rules.ts'

/** The names in the text of a consent: the provider and its country (ISO 3166-1 alpha-2). */
const named = { provider: z.string(), providerCountry: z.string() }

/** An entry of the ledger. `byReader` is whether the person who reads the history made the change. */
const AssistantConsentEvent = z.strictObject({
  at: z.string(),
  action: z.enum(assistantConsentActions),
  source: z.enum(assistantConsentSources),
  byReader: z.boolean(),
  /** The version of the text, and the language in which the client read or heard it. */
  version: z.number(),
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
      region: z.string(),
      /** Whether the practice runs the endpoint itself. */
      isOwnHost: z.boolean(),
      termsVersion: z.number(),
      /** The version of the consent text. */
      version: z.number(),
    })
    .nullable(),
  /** Whether consent to what is offered now is in force. */
  isGiven: z.boolean(),
  /** The entry with which the consent that is not withdrawn began; null without one. It may name an earlier provider: then `isGiven` is false. */
  latest: AssistantConsentEvent.nullable(),
  /** Whether new consent can be given; not for a record that is inactive or disconnected, and not while the assistant is off. */
  mayGive: z.boolean(),
  /** The latest entries of the ledger first, at most 200. */
  history: z.array(AssistantConsentEvent),
})
export type AssistantConsent = z.infer<typeof AssistantConsent>

const NewAssistantConsent = z.strictObject({
  id: Id,
  command: Command,
  language: Language,
  /** The versions that the page showed: `offered.version` and `offered.termsVersion`. */
  version: z.int().min(1).max(2_000_000_000),
  termsVersion: z.int().min(1).max(2_000_000_000),
})
export type NewAssistantConsent = z.output<typeof NewAssistantConsent>

/** The tables of this feature that a browser can subscribe to. */
export const assistantConsentTables = {
  assistant_consents: { table: 'assistant_consent', filters: ['client_id'] },
} as const satisfies RealtimeTables

/**
 * Consent of a client to the therapist's use of the assistant. The client changes it in the settings, the therapist on the client's word.
 * Without consent nothing about the client leaves the product.
 */
export const assistantConsent = {
  /** The consents of the client's connected records; only those to which consent can be given or was ever given. */
  list: read.input(EmptyInput).output(z.strictObject({ items: z.array(AssistantConsent) })),
  /** The consent of one record. `id` is the id of the client record. */
  get: read.input(ById).output(AssistantConsent),
  /**
   * Records that the client agrees. Repeating the command changes nothing. Refuses with:
   * - TERMS_CHANGED if the assistant is off, or the text or the provider is no longer what the input names
   * - RECORD_INACTIVE
   */
  give: write
    .input(NewAssistantConsent)
    .output(AssistantConsent)
    .errors({ TERMS_CHANGED: { status: 409 }, RECORD_INACTIVE: { status: 409 } }),
  /**
   * Withdraws the consent, ends the answers in progress and deletes the drafts that were not accepted. When the call returns, nothing more
   * about the client leaves. Repeating the call changes nothing.
   */
  withdraw: write.input(IdWithCommand).output(AssistantConsent),
}
