import type { guardianInvoices } from '@attune/contract/features/people/guardian/guardian.invoices'
import type { SampleInputs } from '../../../../testing/samples/sample-input.ts'

export const guardianInvoicesInputs = {} satisfies SampleInputs<typeof guardianInvoices>
