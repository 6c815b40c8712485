import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import {
  type AssistantAgreementType,
  type AssistantCheckResult,
  type AssistantPart,
  assistantParts,
  type EndpointKind,
} from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Endpoint } from '../../../platform/assistant/endpoint.ts'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import { hostAndPort } from '../../../platform/outbound/outbound.ts'
import { unreadable } from '../../../platform/provider-keys/provider-keys.ts'

/** The name under which the key of the endpoint is saved. */
export const assistantKeyName = 'assistant'

export type AssistantApp = Pick<AppContext, 'db' | 'providerKeys' | 'assistant' | 'config'>
export type AssistantSettingRow = Awaited<ReturnType<typeof readRow>>
export type SavedKey = Awaited<ReturnType<AppContext['providerKeys']['read']>>

/** The setup: its row, and the data outside the row on which its state depends. */
export type AssistantState = { row: AssistantSettingRow; key: SavedKey; missing: AssistantPart[] }

/** Reads the single row of the setup. */
export async function readRow(tx: Tx<AnyActor>) {
  const row = await tx.kysely
    .selectFrom('assistant_setting')
    .selectAll()
    .select([sql<string | null>`agreement_date::text`.as('agreement_day')])
    .executeTakeFirstOrThrow()
  return {
    ...row,
    kind: row.kind as EndpointKind,
    agreement_type: row.agreement_type as AssistantAgreementType | null,
  }
}

export const originOf = (address: string | null): string | null => (address === null ? null : new URL(address).origin)

/** Whether requests need a key. True for Anthropic, and for any host that the environment does not list as local. */
function needsKey({ config }: Pick<AppContext, 'config'>, { kind, address }: AssistantSettingRow): boolean {
  return kind === 'anthropic' || address === null || !config.assistantLocalHosts.includes(hostAndPort(new URL(address)))
}

/** Returns the key if it was saved for the host of the address; otherwise null. */
const keyOf = ({ address, key_origin }: AssistantSettingRow, key: SavedKey): SavedKey =>
  key_origin !== null && key_origin === originOf(address) ? key : null

/** Returns the state of the setup. `saved` is the key under `assistantKeyName`, regardless of the host for which it was saved. */
export function stateOf(app: AssistantApp, row: AssistantSettingRow, saved: SavedKey): AssistantState {
  const key = keyOf(row, saved)
  const has: Record<AssistantPart, boolean> = {
    address: row.address !== null && app.assistant.isAllowed(row.address),
    model: row.model !== null,
    key: typeof key === 'string' || (key === null && !needsKey(app, row)),
    provider: row.provider !== '',
    country: row.provider_country !== null,
    region: row.region !== '',
    contract: row.contract_text !== '' || row.agreement_type === 'own',
    agreement: row.agreement_type !== null,
  }
  return { row, key, missing: assistantParts.filter((part) => !has[part]) }
}

/** Returns the endpoint; null if its address is missing. */
export function endpointOf({ row, key }: AssistantState): Endpoint | null {
  if (row.address === null) return null
  return {
    kind: row.kind,
    address: row.address,
    model: row.model ?? '',
    key: typeof key === 'string' ? key : null,
    timeoutMilliseconds: row.timeout_seconds * 1_000,
  }
}

/** Returns the setup as admins see it. `practiceCountry` is the practice's country in the setup of text messages. */
export function setupOf(
  app: AssistantApp,
  { row, key, missing }: AssistantState,
  { keySavedAt, practiceCountry }: { keySavedAt: string | null; practiceCountry: string | null },
): AssistantSetup {
  return {
    version: row.version,
    isOn: row.is_on,
    kind: row.kind,
    address: row.address,
    isAddressAllowed: row.address === null || app.assistant.isAllowed(row.address),
    model: row.model,
    needsKey: needsKey(app, row),
    keySavedAt: key === null ? null : keySavedAt,
    isKeyReadable: key !== unreadable,
    timeoutSeconds: row.timeout_seconds,
    wordsPerDay: row.words_per_day,
    region: row.region,
    contractText: row.contract_text,
    provider: row.provider,
    providerCountry: row.provider_country,
    practiceCountry: row.practice_country ?? practiceCountry,
    agreement: agreementOf(row),
    missing,
    check: checkOf(row),
  }
}

function agreementOf(row: AssistantSettingRow): AssistantSetup['agreement'] {
  const { agreement_type: type, agreement_day: date, agreement_name: name, agreement_stated_at: statedAt } = row
  return type && date && name && statedAt ? { type, date, name, statedAt } : null
}

function checkOf(row: AssistantSettingRow): AssistantSetup['check'] {
  const { checked_at: at, check_result: result, check_milliseconds: milliseconds } = row
  return at && result && milliseconds !== null ? { at, result: result as AssistantCheckResult, milliseconds } : null
}
