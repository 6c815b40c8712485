import { getRouteApi } from '@tanstack/react-router'
import { InvoiceById } from './InvoiceById.tsx'

const route = getRouteApi('/dashboard/therapist/payments/$invoiceId')

/** The page of one invoice. The URL contains whether the dialog that issues a draft is open. */
export function InvoicePage() {
  const { invoiceId } = route.useParams()
  const { issue = false } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <InvoiceById
      key={invoiceId}
      id={invoiceId}
      asksIssue={issue}
      onAskIssue={(on) => void navigate({ search: on ? { issue: true } : {}, replace: true, ignoreBlocker: true })}
    />
  )
}
