import type { Contract } from '@attune/contract'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'

export const sessionPrepSampleInputs = {
  get: {
    input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId }),
    fields: { before: (context, whose) => context.fixturesOf(whose).sessionId },
  },
} satisfies SampleInputs<Contract['brief']>
