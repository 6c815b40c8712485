import type { EndpointKind } from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'
import type { AssistantEndpointDouble } from './endpoint.ts'
import type { Person } from '../people.ts'

/** The settings of an assistant that uses the double. */
export const assistantSettings = (double: AssistantEndpointDouble, kind: EndpointKind = 'openai') => ({
  kind,
  address: double.address[kind],
  model: 'test-model',
  timeoutSeconds: 20,
  wordsPerDay: 20_000,
  region: 'Frankfurt, Germany',
  contractText: 'Processing agreement of 5 January 2026',
  provider: 'Models Ltd',
  providerCountry: 'IE',
})

/** Sets up the assistant with the double as an admin does, and switches it on. */
export async function switchOnAssistant(
  admin: Pick<Person, 'api'>,
  double: AssistantEndpointDouble,
  changes: Partial<ReturnType<typeof assistantSettings>> = {},
): Promise<void> {
  const api = admin.api.assistantSetup
  const { version } = await api.get({})
  const saved = await api.save({ version, ...assistantSettings(double), ...changes })
  const statement = { own: false, country: 'DE', name: 'Ada Admin', date: '2026-01-05' }
  const stated = await api.recordAgreement({ version: saved.version, ...statement })
  const withKey = double.key ? await api.saveKey({ version: stated.version, key: double.key }) : stated
  await api.switchOn({ version: withKey.version })
}
