import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'

/** The setup of an assistant before an admin has entered anything. */
export const emptyAssistantSetup: AssistantSetup = {
  version: 0,
  isOn: false,
  kind: 'openai',
  address: null,
  isAddressAllowed: true,
  needsKey: true,
  model: null,
  keySavedAt: null,
  isKeyReadable: true,
  timeoutSeconds: 60,
  wordsPerDay: 20_000,
  region: '',
  contractText: '',
  provider: '',
  providerCountry: null,
  practiceCountry: null,
  agreement: null,
  missing: ['address', 'model', 'key', 'provider', 'country', 'region', 'contract', 'agreement'],
  check: null,
}
