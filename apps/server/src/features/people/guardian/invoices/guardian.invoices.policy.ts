import type { guardianInvoices } from '@attune/contract/features/people/guardian/guardian.invoices'
import type { FeaturePolicy } from '../../../../platform/policy/policy.ts'

export const guardianInvoicesPolicy = {} satisfies FeaturePolicy<typeof guardianInvoices>
