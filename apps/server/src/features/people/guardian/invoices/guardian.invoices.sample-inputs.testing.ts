import type { guardianInvoices } from '@attune/contract/features/people/guardian/guardian.invoices'
import type { Ownership } from '../../../../platform/policy/policy.ts'
import type { TestContext } from '../../../../testing/fixtures/test-context.ts'
import type { SampleInputs } from '../../../../testing/samples/sample-input.ts'

const actingFor = (context: TestContext, whose: Ownership) => ({ actingFor: context.fixturesOf(whose).billingClientId })
const invoice = (context: TestContext, whose: Ownership) => ({
  ...actingFor(context, whose),
  id: context.fixturesOf(whose).issuedInvoiceId,
})
const longAgo = '2001-01-01T00:00:00.000000Z'

export const guardianInvoicesInputs = {
  invoices: {
    input: actingFor,
    fields: {
      after: (context) => Buffer.from(`${longAgo} ${context.newId()}`).toString('base64url'),
      limit: () => 10,
    },
  },
  invoice: { input: invoice },
  payOffer: { input: invoice },
  startPayment: { input: invoice },
  checkPayment: { input: invoice },
} satisfies SampleInputs<typeof guardianInvoices>
