import type { Contract } from '@attune/contract'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  address: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).fileId, variant: 'whole' }),
  },
  mine: {
    input: (context, whose) => ({ ids: [context.fixturesOf(whose).fileId] }),
  },
  delete: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).unlinkedFileId }),
  },
} satisfies SampleInputs<Contract['file']>

const rows = {
  file: ({ mark, therapistId, clientAccountId, rowId }) =>
    [
      { id: rowId('photo'), account_id: clientAccountId },
      { id: rowId('worksheet'), account_id: therapistId },
    ].map((owned) => ({
      ...owned,
      name: mark,
      kind: 'image',
      type: 'image/webp',
      size: 1,
      sha256: '0'.repeat(64),
      state: 'ready',
    })),
  file_reader: ({ therapistId, clientAccountId, rowId }) => ({
    account_id: clientAccountId,
    file_id: rowId('photo'),
    reader_id: therapistId,
  }),
  file_gone: ({ clientAccountId, rowId }) => ({ account_id: clientAccountId, file_id: rowId('file_gone') }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  file_gone: 'is written by a job of the running product',
} satisfies EmptyInDemo<typeof rows>

export const fileSamples = { inputs, rows, emptyInDemo }
