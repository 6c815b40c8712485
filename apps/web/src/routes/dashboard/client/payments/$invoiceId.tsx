import { createFileRoute } from '@tanstack/react-router'
import { OwnInvoicePage } from '../../../../features/invoice/mine/OwnInvoicePage.tsx'
import { parsePaidSearch } from '../../../../features/online-payment/paid-search.ts'

export const Route = createFileRoute('/dashboard/client/payments/$invoiceId')({
  validateSearch: parsePaidSearch,
  component: OwnInvoicePage,
})
