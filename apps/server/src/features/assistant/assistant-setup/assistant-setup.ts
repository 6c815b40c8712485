import type { Endpoint } from '../../../platform/assistant/endpoint.ts'
import { type AssistantApp, assistantKeyName, endpointOf, readRow, stateOf } from './assistant-setup.state.ts'

export { openAssistantPause } from './assistant-setup.pause.ts'

/** The setup of the assistant as the server uses it. */
export type AssistantSettings = {
  endpoint: Endpoint
  /** The maximum number of words, sent and received, per therapist and day. A request that would exceed it is refused; an answer may exceed it. */
  wordsPerDay: number
  provider: string
  /** The ISO 3166-1 alpha-2 code of the provider's country. */
  providerCountry: string
  /** The region in which the provider processes the texts. */
  region: string
  /** A description of the contract with the provider; empty only if the practice runs the endpoint itself. */
  contractText: string
  /** Whether the practice operates the endpoint itself. */
  isOwnHost: boolean
  /**
   * Increases with each change of the host, the provider, its country, or who operates the endpoint. Clients' consents and therapists' agreements
   * refer to it.
   */
  termsVersion: number
}

/**
 * Reads the setup; null while the assistant is off or incomplete. Reads the database at each call, so that all nodes apply a change at once. Does
 * not connect to the endpoint.
 */
export async function readAssistantSettings(app: AssistantApp): Promise<AssistantSettings | null> {
  const row = await app.db.asActor({ role: 'worker', id: null }, readRow)
  if (!row.is_on) return null
  const state = stateOf(app, row, await app.providerKeys.read(assistantKeyName))
  const endpoint = endpointOf(state)
  if (state.missing.length > 0 || endpoint === null) return null
  return {
    endpoint,
    wordsPerDay: row.words_per_day,
    provider: row.provider,
    providerCountry: row.provider_country ?? '',
    region: row.region,
    contractText: row.contract_text,
    isOwnHost: row.agreement_type === 'own',
    termsVersion: row.terms_version,
  }
}
