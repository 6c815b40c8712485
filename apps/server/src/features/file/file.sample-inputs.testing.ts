import type { Contract } from '@attune/contract'
import type { SampleInputs } from '../../testing/sample-input.ts'

export const fileSampleInputs = {
  address: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).fileId, variant: 'whole' }),
  },
  mine: {
    input: (context, whose) => ({ ids: [context.fixturesOf(whose).fileId] }),
  },
  drop: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).unlinkedFileId }),
  },
} satisfies SampleInputs<Contract['file']>
