import type { Contract } from '@attune/contract'
import { cursorAfter } from '../../../platform/http/api/cursor.ts'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const client = (context: TestContext, whose: Ownership) => ({ clientId: context.fixturesOf(whose).clientId })
const content = {
  language: 'en' as const,
  periodFrom: '2026-11-02',
  periodUntil: '2027-11-01',
  frequency: '',
  place: 'Portland, OR 97205',
  diagnosis: '',
  separately: '',
  lines: [{ code: '90834', text: 'Psychotherapy, 45 minutes', quantity: 12, priceMinor: '15000' }],
}

const inputs = {
  overview: emptyInput,
  warnings: {
    input: () => ({}),
    fields: { invoiceId: (context, whose) => context.fixturesOf(whose).draftInvoiceId },
  },
  get: { input: client },
  saveDraft: { input: (context, whose) => ({ ...client(context, whose), version: 0, ...content }) },
  removeDraft: { input: client },
  give: { input: (context, whose) => ({ ...client(context, whose), version: 1, command: context.newId() }) },
  recordRequest: { input: (context, whose) => ({ ...client(context, whose), askedOn: '2026-11-02' }) },
  removeRequest: { input: (context, whose) => ({ ...client(context, whose), askedOn: '2026-11-02' }) },
  mine: {
    input: () => ({}),
    fields: {
      after: (context) => cursorAfter('2001-01-01T00:00:00.000000Z', context.newId()),
      limit: () => 10,
    },
  },
} satisfies SampleInputs<Contract['estimate']>

const rows = {
  estimate_draft: ({ therapistId, clientId, mark }) => ({
    therapist_id: therapistId,
    client_id: clientId,
    content: { ...content, diagnosis: mark },
  }),
  estimate: ({ therapistId, clientId, mark, rowId }) => ({
    id: rowId('estimate'),
    therapist_id: therapistId,
    client_id: clientId,
    number: 1,
    given_on: '2031-05-05',
    period_from: '2031-05-05',
    period_until: '2032-05-04',
    currency: 'USD',
    total_minor: 180_000,
    frozen: { diagnosis: mark },
    command: rowId('give'),
    draft_version: 1,
  }),
  estimate_client: ({ therapistId, clientId, clientAccountId, rowId }) => ({
    therapist_id: therapistId,
    estimate_id: rowId('estimate'),
    client_id: clientId,
    account_id: clientAccountId,
  }),
  estimate_document: ({ therapistId, mark, rowId }) => ({
    therapist_id: therapistId,
    estimate_id: rowId('estimate'),
    sha256: '0'.repeat(64),
    bytes: Buffer.from(mark),
  }),
  estimate_request: ({ therapistId, clientId }) => ({
    therapist_id: therapistId,
    client_id: clientId,
    asked_on: '2031-05-02',
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  estimate: 'belongs to the United States',
  estimate_client: 'belongs to the United States',
  estimate_document: 'belongs to the United States',
  estimate_draft: 'belongs to the United States',
  estimate_request: 'belongs to the United States',
} satisfies EmptyInDemo<typeof rows>

export const estimateSamples = { inputs, rows, emptyInDemo }
