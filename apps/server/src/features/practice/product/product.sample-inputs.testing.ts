import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  info: emptyInput,
  legalPage: { input: () => ({ page: 'imprint', language: 'de' }) },
  support: emptyInput,
  sendFeedback: {
    input: (context) => ({ id: context.newId(), text: 'The calendar is easy to read.', page: '/dashboard' }),
  },
} satisfies SampleInputs<Contract['product']>

const rows = {
  feedback: ({ mark, clientAccountId, rowId }) => ({ id: rowId('feedback'), account_id: clientAccountId, text: mark }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  feedback: 'records an error or an erasure, which the history does not have',
} satisfies EmptyInDemo<typeof rows>

export const productSamples = { inputs, rows, emptyInDemo }
