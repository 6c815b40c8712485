import type { EstimateExcess } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useInvalidateEstimates, useSubscribeToEstimates } from './use-estimates.ts'

const EstimateWarningList = lazyNamed(() => import('./EstimateWarningList.tsx'), 'EstimateWarningList')

/**
 * Warns about each client who was billed $400 or more above the latest estimate. With `draft`, warns if the client would be
 * when this draft is issued. Renders nothing if there is none.
 */
export function EstimateWarnings({ draft }: { draft?: { id: string; version: number } }) {
  const items = useWarnings(draft)
  if (items.length === 0) return null
  return <EstimateWarningList items={items} isDraft={draft !== undefined} />
}

function useWarnings(draft?: { id: string; version: number }): readonly EstimateExcess[] {
  const changed = useInvalidateEstimates()
  useSubscribeToEstimates()
  useSubscription('invoices', () => void changed())
  const { queryKey, ...options } = orpc.estimate.warnings.queryOptions({ input: draft ? { invoiceId: draft.id } : {} })
  // A saved change of the draft is a new version, and its lines count.
  const read = useQuery({ ...options, queryKey: [...queryKey, draft?.version] as unknown as typeof queryKey })
  return read.data?.items ?? []
}
