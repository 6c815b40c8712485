import { createFileRoute } from '@tanstack/react-router'
import { InvoiceListPage } from '../../../../features/invoice/InvoiceListPage.tsx'
import { parseInvoiceSearch } from '../../../../features/invoice/invoice-search.ts'

export const Route = createFileRoute('/dashboard/therapist/payments/')({
  validateSearch: parseInvoiceSearch,
  component: InvoiceListPage,
})
