import type { Contract } from '@attune/contract'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'

const inputs = {
  names: { input: () => ({ query: 'a' }) },
  texts: { input: () => ({ query: 'canary' }) },
} satisfies SampleInputs<Contract['search']>

export const searchSamples = { inputs }
