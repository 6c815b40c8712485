import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

const client = (context: TestContext, whose: Ownership) => ({ clientId: context.fixturesOf(whose).clientId })
const one = (context: TestContext, whose: Ownership) => ({
  ...client(context, whose),
  id: context.fixturesOf(whose).recordRequestId,
})

const inputs = {
  mine: emptyInput,
  ask: { input: (context, whose) => ({ ...client(context, whose), id: context.newId() }) },
  withdraw: { input: (context, whose) => ({ id: context.fixturesOf(whose).recordRequestId }) },
  ofClient: { input: client },
  share: {
    input: (context, whose) => ({
      ...one(context, whose),
      documentId: context.newId(),
      fileId: context.fixturesOf(whose).recordPdfId,
    }),
  },
  answer: { input: (context, whose) => ({ ...one(context, whose), how: 'By post' }) },
  refuse: { input: (context, whose) => ({ ...one(context, whose), reason: 'You already have a copy.' }) },
} satisfies SampleInputs<Contract['recordRequest']>

const rows = {
  record_request: ({ therapistId, clientId, clientAccountId, mark, rowId }) => ({
    id: rowId('record_request'),
    therapist_id: therapistId,
    client_id: clientId,
    account_id: clientAccountId,
    asked_at: new Date(0),
    due_on: '1970-02-01',
    state: 'refused',
    ended_at: new Date(0),
    answer: mark,
  }),
} satisfies Partial<SampleRows>

export const recordRequestSamples = { inputs, rows }
