import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

/**
 * Loads the invoices of a client again when an invoice, its documents or its payments change, or when the therapist hides an invoice from guardians
 * or shows it again.
 */
export function useSubscribeToGuardedInvoices() {
  const cache = useQueryClient()
  const changed = () => {
    void cache.invalidateQueries({ queryKey: orpc.guardian.invoices.key() })
    void cache.invalidateQueries({ queryKey: orpc.guardian.invoice.key() })
  }
  useSubscription('invoices', changed)
  useSubscription('invoice_documents', changed)
  useSubscription('payments', changed)
  useSubscription('guardianInvoices', changed)
}
