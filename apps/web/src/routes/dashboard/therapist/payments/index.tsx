import { createFileRoute } from '@tanstack/react-router'
import { InvoiceListPage } from '../../../../features/billing/invoice/list/InvoiceListPage.tsx'
import { parseInvoiceSearch } from '../../../../features/billing/invoice/invoice-search.ts'

export const Route = createFileRoute('/dashboard/therapist/payments/')({
  validateSearch: parseInvoiceSearch,
  component: InvoiceListPage,
})
