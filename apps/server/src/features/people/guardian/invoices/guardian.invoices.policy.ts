import type { guardianInvoices } from '@attune/contract/features/people/guardian/guardian.invoices'
import { guardianOnly, type FeaturePolicy } from '../../../../platform/policy/policy.ts'

export const guardianInvoicesPolicy = {
  invoices: guardianOnly,
  invoice: { ...guardianOnly, auditRead: { resource: 'invoice', subject: 'client', id: ({ id }) => id } },
  payOffer: guardianOnly,
  startPayment: { ...guardianOnly, limit: { perHour: 60 } },
  checkPayment: { ...guardianOnly, limit: { perHour: 120 } },
} satisfies FeaturePolicy<typeof guardianInvoices>
