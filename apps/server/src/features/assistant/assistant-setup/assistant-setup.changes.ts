import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import { agreementTypeOf } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { sql, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import type { DB } from '../../../platform/database/types.ts'
import type { AuditedValues } from '../../../platform/policy/audit.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { type AssistantSettingRow, type AssistantState, originOf } from './assistant-setup.state.ts'

type Settings = Pick<
  AssistantSetup,
  | 'kind'
  | 'address'
  | 'model'
  | 'timeoutSeconds'
  | 'wordsPerDay'
  | 'region'
  | 'contractText'
  | 'provider'
  | 'providerCountry'
>

export const update = (tx: Tx, change: Updateable<DB['assistant_setting']>) =>
  tx.kysely.updateTable('assistant_setting').set(change).execute()

/** Locks the setup until the transaction ends, so that concurrent changes of two admins run one after the other. */
export const lockSetup = (tx: Tx) => sql`select from app.assistant_setting for update`.execute(tx.kysely)

const noAgreement = { agreement_type: null, agreement_date: null, agreement_name: null, agreement_stated_at: null }
export const noCheck = { checked_at: null, check_result: null, check_milliseconds: null }

/**
 * Saves the settings. A new host, provider or country voids the stated agreement, switches the assistant off and counts as new terms. Incomplete
 * settings also switch the assistant off. A new kind, address or model of the endpoint voids the result of the last check.
 */
export async function saveSettings(tx: Tx, { row }: AssistantState, settings: Settings): Promise<void> {
  const isOtherParty =
    originOf(settings.address) !== originOf(row.address) ||
    settings.provider !== row.provider ||
    settings.providerCountry !== row.provider_country
  const isOtherEndpoint = settings.kind !== row.kind || settings.address !== row.address || settings.model !== row.model
  await update(tx, {
    kind: settings.kind,
    address: settings.address,
    model: settings.model,
    timeout_seconds: settings.timeoutSeconds,
    words_per_day: settings.wordsPerDay,
    region: settings.region,
    contract_text: settings.contractText,
    provider: settings.provider,
    provider_country: settings.providerCountry,
    ...(isOtherParty && { ...noAgreement, is_on: false, terms_version: row.terms_version + 1 }),
    ...(row.is_on && isIncomplete(row, settings) && { is_on: false }),
    ...(isOtherEndpoint && noCheck),
  })
}

/** Whether a setting that a switched-on assistant needs is missing. */
const isIncomplete = (row: AssistantSettingRow, settings: Settings) =>
  settings.address === null ||
  settings.model === null ||
  settings.region === '' ||
  (settings.contractText === '' && row.agreement_type !== 'own')

type Statement = { own: boolean; country: string; name: string; date: string }

/**
 * Records an admin's statement of the agreement with the saved provider. Switches the assistant off if a contract text is required and missing.
 * Refuses with NOT_SET_UP and the missing parts if the address, the provider or its country is missing, and with IN_THE_FUTURE.
 */
export async function recordAssistantAgreement(
  tx: Tx,
  { row, missing }: AssistantState,
  { own, country, name, date }: Statement,
  now: Date,
): Promise<void> {
  const unknown = missing.filter((part) => part === 'address' || part === 'provider' || part === 'country')
  if (unknown.length > 0) throw createRefusal('NOT_SET_UP', 409, { missing: unknown })
  // Takes the current date from the earliest time zone, which is 14 hours ahead of UTC.
  const latest = new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
  if (date > latest) throw createRefusal('IN_THE_FUTURE', 409)
  const isOtherHost = row.agreement_type !== null && (row.agreement_type === 'own') !== own
  await update(tx, {
    practice_country: country,
    agreement_type: own ? 'own' : agreementTypeOf(country),
    agreement_date: date,
    agreement_name: name,
    agreement_stated_at: now,
    ...(isOtherHost && { terms_version: row.terms_version + 1 }),
    ...(!own && row.contract_text === '' && { is_on: false }),
  })
}

/** Returns the values that the audit log shows for a change; for a long text, only its length. */
export const auditedValues = (row: AssistantSettingRow): AuditedValues => ({
  on: row.is_on,
  kind: row.kind,
  address: row.address,
  model: row.model,
  timeout_seconds: row.timeout_seconds,
  words_per_day: row.words_per_day,
  region: row.region,
  contract_text_length: row.contract_text.length,
  provider: row.provider,
  provider_country: row.provider_country,
  agreement: row.agreement_type,
  agreement_date: row.agreement_day,
  agreement_name: row.agreement_name,
})
