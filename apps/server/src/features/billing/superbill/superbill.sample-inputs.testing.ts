import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  prepare: { input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId }) },
  make: {
    input: (context, whose) => ({
      id: context.newId(),
      clientId: context.fixturesOf(whose).clientId,
      diagnoses: [{ code: 'F41.1', text: '' }],
      lines: [
        {
          sessionId: context.fixturesOf(whose).completedSessionId,
          code: '90834',
          modifiers: ['95'],
          placeOfService: '10' as const,
          diagnoses: ['A' as const],
        },
      ],
    }),
  },
  withdraw: { input: (context, whose) => ({ id: context.fixturesOf(whose).superbillId }) },
  list: { input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId }) },
  mine: emptyInput,
} satisfies SampleInputs<Contract['superbill']>

const rows = {
  superbill: ({ therapistId, clientId, mark, rowId }) => ({
    id: rowId('superbill'),
    therapist_id: therapistId,
    client_id: clientId,
    made_on: '2031-06-01',
    from_day: '2031-05-05',
    to_day: '2031-05-05',
    line_count: 1,
    currency: 'USD',
    paid_minor: 9500,
    frozen: { footer: mark },
  }),
  superbill_line: ({ therapistId, sessionId, rowId }) => ({
    therapist_id: therapistId,
    superbill_id: rowId('superbill'),
    position: 1,
    invoice_id: rowId('invoice'),
    session_id: sessionId,
  }),
  superbill_document: ({ therapistId, mark, rowId }) => ({
    therapist_id: therapistId,
    superbill_id: rowId('superbill'),
    sha256: '0'.repeat(64),
    bytes: Buffer.from(mark),
  }),
  superbill_withdrawal: ({ therapistId, rowId }) => ({
    therapist_id: therapistId,
    superbill_id: rowId('superbill'),
    reason: 'therapist',
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  superbill: 'belongs to the United States',
  superbill_document: 'belongs to the United States',
  superbill_line: 'belongs to the United States',
  superbill_withdrawal: 'belongs to the United States',
} satisfies EmptyInDemo<typeof rows>

export const superbillSamples = { inputs, rows, emptyInDemo }
