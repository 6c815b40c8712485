import type { Contract } from '@attune/contract'
import type { SampleInputs } from '../../testing/sample-input.ts'

export const accessSampleInputs = {
  mine: {
    input: () => ({ limit: 100 }),
    fields: {
      readerId: (context, whose) => context.fixturesOf(whose).therapistId,
      after: (context) => context.newId(),
    },
  },
} satisfies SampleInputs<Contract['access']>
