import { createFileRoute } from '@tanstack/react-router'
import { OwnInvoicePage } from '../../../../features/billing/invoice/own/OwnInvoicePage.tsx'
import { parsePaidSearch } from '../../../../features/billing/online-payment/paid-search.ts'

export const Route = createFileRoute('/dashboard/client/payments/$invoiceId')({
  validateSearch: parsePaidSearch,
  component: OwnInvoicePage,
})
