import type { Contract } from '@attune/contract'
import { defaultTerms } from '@attune/contract/features/terms.rules'
import { emptyInput, type SampleInputs } from '../../testing/sample-input.ts'

export const termsSampleInputs = {
  mine: emptyInput,
  save: { input: () => defaultTerms },
  of: {
    input: (context, whose) => ({ therapistId: context.fixturesOf(whose).therapistId }),
  },
} satisfies SampleInputs<Contract['terms']>
