import { createFileRoute } from '@tanstack/react-router'
import { parsePaidSearch } from '../../../../features/billing/online-payment/paid-search.ts'
import { GuardianInvoicePage } from '../../../../features/people/guardian/invoices/GuardianInvoicePage.tsx'

export const Route = createFileRoute('/for/$clientId/invoices/$invoiceId')({
  validateSearch: parsePaidSearch,
  component: GuardianInvoicePage,
})
