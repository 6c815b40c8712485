import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'

/** A version that the setup never reaches, so that these calls are refused with CHANGED. */
const version = 1_000_000

const inputs = {
  get: emptyInput,
  save: {
    input: () => ({
      version,
      kind: 'openai',
      address: 'https://models.example/v1',
      model: 'test-model',
      timeoutSeconds: 60,
      wordsPerDay: 20_000,
      region: 'EU',
      contractText: 'Art. 28 GDPR',
      provider: 'Models Ltd',
      providerCountry: 'IE',
    }),
  },
  saveKey: { input: () => ({ version, key: 'a-key-of-the-provider' }) },
  recordAgreement: { input: () => ({ version, own: false, country: 'DE', name: 'Ada Admin', date: '2026-01-05' }) },
  switchOn: { input: () => ({ version }) },
  switchOff: emptyInput,
  models: emptyInput,
  test: emptyInput,
} satisfies SampleInputs<Contract['assistantSetup']>

export const assistantSetupSamples = { inputs }
