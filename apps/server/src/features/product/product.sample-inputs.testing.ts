import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../testing/sample-input.ts'

export const productSampleInputs = {
  info: emptyInput,
  support: emptyInput,
  sendFeedback: {
    input: (context) => ({ id: context.newId(), text: 'The calendar is easy to read.', page: '/dashboard' }),
  },
} satisfies SampleInputs<Contract['product']>
