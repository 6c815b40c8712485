import type { Contract } from '@attune/contract'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'

const inputs = {
  get: {
    input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId }),
    fields: { before: (context, whose) => context.fixturesOf(whose).sessionId },
  },
} satisfies SampleInputs<Contract['sessionPrep']>

export const sessionPrepSamples = { inputs }
