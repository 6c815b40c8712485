import { maxSessionsPerDraft } from '@attune/contract/features/billing/invoice/invoice.rules'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../../platform/api/api.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useCommandIds } from '../../../schedule/session/session.ts'
import { useInvoiceRefusalText } from '../invoice-refusals.ts'
import type { ToBillKey } from './groups.ts'
import { useInvalidateInvoices } from '../use-invoices.ts'

/**
 * Returns a mutation that creates drafts for sessions, one per payer. It ignores sessions beyond `maxSessionsPerDraft`. Repeating it creates no
 * second draft.
 */
export function useDraftSessions() {
  const changed = useInvalidateInvoices()
  const refusal = useInvoiceRefusalText()
  const commandFor = useCommandIds()
  return useMutation({
    mutationFn: (chosen: readonly ToBillKey[]) => {
      const items = chosen.slice(0, maxSessionsPerDraft).map(({ sessionId, clientId }) => ({ sessionId, clientId }))
      return api.invoice.draftSessions({ command: commandFor(items), items })
    },
    onError: (error) => toast.error(refusal(error)),
    onSettled: () => changed(),
  })
}
