import type { Contract } from '@attune/contract'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import type { Ownership } from '../../../platform/policy/policy.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const ofInvoice = {
  input: (context: TestContext, whose: Ownership) => ({ invoiceId: context.fixturesOf(whose).paidInvoiceId }),
}

const inputs = {
  setup: emptyInput,
  saveKey: { input: () => ({ key: 'rk_live_sample1234' }) },
  saveSecret: { input: () => ({ secret: 'whsec_sample1234' }) },
  setOn: { input: () => ({ on: false }) },
  remove: emptyInput,
  offer: ofInvoice,
  start: ofInvoice,
  check: ofInvoice,
  differences: ofInvoice,
} satisfies SampleInputs<Contract['onlinePayment']>

const rows = {
  online_payment_setup: ({ therapistId, mark }) => ({
    therapist_id: therapistId,
    sealed_key: Buffer.from(mark.padEnd(40)),
    key_saved_at: '2031-06-01T10:00:00Z',
  }),
  payment_page: ({ therapistId, mark, rowId }) => ({
    id: rowId('payment_page'),
    therapist_id: therapistId,
    invoice_id: rowId('invoice'),
    amount_minor: 9500,
    currency: 'EUR',
    url: mark,
    created_at: '2031-06-01T10:00:00Z',
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  online_payment_setup: 'needs a provider outside the practice',
  payment_page: 'needs a provider outside the practice',
} satisfies EmptyInDemo<typeof rows>

export const onlinePaymentSamples = { inputs, rows, emptyInDemo }
