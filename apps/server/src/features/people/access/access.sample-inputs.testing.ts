import type { Contract } from '@attune/contract'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  mine: {
    input: () => ({ limit: 100 }),
    fields: {
      readerId: (context, whose) => context.fixturesOf(whose).therapistId,
      after: (context) => context.newId(),
    },
  },
} satisfies SampleInputs<Contract['access']>

const rows = {
  access: ({ clientAccountId, therapistId }) => ({
    account_id: clientAccountId,
    reader_id: therapistId,
    thing: 'profile',
    thing_id: clientAccountId,
    at: new Date(),
    slot: new Date(),
  }),
} satisfies Partial<SampleRows>

export const accessSamples = { inputs, rows }
