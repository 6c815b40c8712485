import { createFileRoute } from '@tanstack/react-router'
import { InvoicePage } from '../../../../features/billing/invoice/InvoicePage.tsx'

type Search = { issue?: true }

export const Route = createFileRoute('/dashboard/therapist/payments/$invoiceId')({
  validateSearch: (search: Record<string, unknown>): Search => (search.issue === true ? { issue: true } : {}),
  component: InvoicePage,
})
