import type { Contract } from '@attune/contract'
import type { SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  ofSession: { input: (context, whose) => ({ sessionId: context.fixturesOf(whose).notedSessionId }) },
  notesOfClient: { input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId }) },
  profilesOfClient: { input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId }) },
  formsOfClient: { input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId }) },
  delete: { input: (context, whose) => ({ id: context.fixturesOf(whose).recordCopyId }) },
} satisfies SampleInputs<Contract['recordCopy']>

const rows = {
  record_copy: ({ mark, therapistId, clientId, rowId }) => ({
    id: rowId('record_copy'),
    therapist_id: therapistId,
    kind: 'client-note',
    client_id: clientId,
    record_id: clientId,
    data_of: new Date(0),
    content: JSON.stringify({ text: mark, content: null }),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  record_copy: 'records an error or an erasure, which the history does not have',
} satisfies EmptyInDemo<typeof rows>

export const recordCopySamples = { inputs, rows, emptyInDemo }
