import type { ClientId } from '@attune/contract/common/ids'
import type {
  AssistantConsent,
  NewAssistantConsent,
} from '@attune/contract/features/assistant/assistant-consent/assistant-consent'
import { assistantConsentTextVersion } from '@attune/contract/features/assistant/assistant-consent/assistant-consent.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import type { AssistantSettings } from '../assistant-setup/assistant-setup.ts'
import { listAssistantConsents } from './assistant-consent.queries.ts'

export { hasAssistantConsentSql } from './assistant-consent.has.ts'

type Offer = AssistantSettings | null

/** Returns the consent to the assistant for a record of the acting client or therapist. Refuses with NOT_FOUND. */
export async function readAssistantConsent(tx: Tx, id: ClientId, offer: Offer): Promise<AssistantConsent> {
  const [consent] = await listAssistantConsents(tx, offer, id)
  if (!consent) throw notFound()
  return consent
}

/** Returns the consents for the acting client's connected records. Omits a record for which no consent is offered and none was ever recorded. */
export async function listOwnAssistantConsents(tx: Tx, offer: Offer): Promise<AssistantConsent[]> {
  const all = await listAssistantConsents(tx, offer)
  return all.filter(({ offered, history }) => offered !== null || history.length > 0)
}

/**
 * Records consent to the assistant for a record of the actor: by the client in the app, or by the therapist on the client's behalf. Repeating the
 * command changes nothing. Refuses with NOT_FOUND, TERMS_CHANGED and RECORD_INACTIVE.
 */
export async function giveAssistantConsent(
  tx: Tx,
  input: NewAssistantConsent,
  offer: Offer,
  now: Date,
): Promise<AssistantConsent> {
  // Checks the record first, so that the refusal of an unknown record reveals nothing about the assistant.
  await readAssistantConsent(tx, input.id, offer)
  if (!offer || input.termsVersion !== offer.termsVersion || input.version !== assistantConsentTextVersion)
    throw createRefusal('TERMS_CHANGED', 409)
  const { rows } = await tx.run<{ given: string | null }>(
    'select def.give_assistant_consent($1, $2, $3, $4, $5, $6, $7, $8) as given',
    [
      input.id,
      input.version,
      input.language,
      offer.termsVersion,
      offer.provider,
      offer.providerCountry,
      input.command,
      now,
    ],
  )
  const given = rows[0]?.given
  if (given === 'inactive') throw createRefusal('RECORD_INACTIVE', 409)
  if (given !== 'given') throw notFound()
  return readAssistantConsent(tx, input.id, offer)
}

/**
 * Withdraws the consent of a record of the actor and deletes the drafts that were not accepted. Repeating the call changes nothing. Refuses
 * with NOT_FOUND.
 */
export async function withdrawAssistantConsent(
  tx: Tx,
  input: { id: ClientId; command: string },
  offer: Offer,
  now: Date,
): Promise<AssistantConsent> {
  const { rows } = await tx.run<{ done: boolean }>('select def.withdraw_assistant_consent($1, $2, $3) as done', [
    input.id,
    input.command,
    now,
  ])
  if (!rows[0]?.done) throw notFound()
  return readAssistantConsent(tx, input.id, offer)
}

/**
 * Returns whether the acting therapist may use the assistant for a record: `yes`, `no-consent` (the client has not consented to these terms), or
 * `inactive`. Blocks withdrawals until the transaction ends. Refuses with NOT_FOUND.
 */
export async function lockAssistantConsent(
  tx: Tx,
  clientId: ClientId,
  termsVersion: number,
): Promise<'yes' | 'no-consent' | 'inactive'> {
  const { rows } = await tx.run<{ state: 'yes' | 'no-consent' | 'inactive' | null }>(
    'select def.assistant_consent($1, $2) as state',
    [clientId, termsVersion],
  )
  const state = rows[0]?.state
  if (!state) throw notFound()
  return state
}
