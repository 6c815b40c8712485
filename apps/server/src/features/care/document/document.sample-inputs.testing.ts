import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

const client = (context: TestContext, whose: Ownership) => ({ clientId: context.fixturesOf(whose).clientId })
const one = (context: TestContext, whose: Ownership) => ({
  ...client(context, whose),
  id: context.fixturesOf(whose).documentId,
})

const inputs = {
  ofClient: { input: client },
  add: {
    input: (context, whose) => ({
      ...client(context, whose),
      id: context.newId(),
      fileId: context.fixturesOf(whose).therapistFileId,
      isShared: true,
    }),
  },
  share: { input: (context, whose) => ({ ...one(context, whose), isShared: true }) },
  remove: { input: one },
  restore: { input: one },
  ask: { input: (context, whose) => ({ ...client(context, whose), id: context.newId(), title: 'Insurance card' }) },
  cancelRequest: {
    input: (context, whose) => ({ ...client(context, whose), id: context.fixturesOf(whose).documentRequestId }),
  },
  mine: emptyInput,
  answer: {
    input: (context, whose) => ({
      id: context.newId(),
      requestId: context.fixturesOf(whose).documentRequestId,
      fileId: context.fixturesOf(whose).unlinkedFileId,
    }),
  },
} satisfies SampleInputs<Contract['document']>

const rows = {
  document_request: ({ therapistId, clientId, clientAccountId, mark, rowId }) => ({
    id: rowId('document_request'),
    therapist_id: therapistId,
    client_id: clientId,
    account_id: clientAccountId,
    title: mark,
  }),
  document: ({ therapistId, clientId, clientAccountId, rowId }) => ({
    id: rowId('document'),
    therapist_id: therapistId,
    client_id: clientId,
    account_id: clientAccountId,
    reader_id: clientAccountId,
    file_id: rowId('photo'),
    request_id: rowId('document_request'),
    is_from_client: true,
    is_shared: true,
  }),
} satisfies Partial<SampleRows>

export const documentSamples = { inputs, rows }
