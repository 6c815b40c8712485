import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

export function useInvalidateInvoices() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: orpc.invoice.key() })
}

/** Invalidates the queries of invoices when the server reports a changed invoice, document or payment. */
export function useSubscribeToInvoices() {
  const changed = useInvalidateInvoices()
  useSubscription('invoices', () => void changed())
  useSubscription('invoice_documents', () => void changed())
  useSubscription('payments', () => void changed())
}
