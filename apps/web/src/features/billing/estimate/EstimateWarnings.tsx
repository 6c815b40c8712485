import type { InvoiceId } from '@attune/contract/common/ids'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { Pending } from '../../../ui/page/loading/RevealTogether.tsx'
import { useInvalidateEstimates, useSubscribeToEstimates } from './use-estimates.ts'

const EstimateWarningList = lazyNamed(() => import('./EstimateWarningList.tsx'), 'EstimateWarningList', <Pending />)

/**
 * Warns about each client whose bills exceed the latest estimate by $400 or more or, with `draft`, would do so after that draft is issued. Renders
 * nothing if there is no such client.
 */
export function EstimateWarnings({ draft }: { draft?: { id: InvoiceId; version: number } }) {
  const read = useWarnings(draft)
  if (read.isPending) return <Pending />
  const items = read.data?.items ?? []
  if (items.length === 0) return null
  return <EstimateWarningList items={items} isDraft={draft !== undefined} />
}

function useWarnings(draft?: { id: InvoiceId; version: number }) {
  const changed = useInvalidateEstimates()
  useSubscribeToEstimates()
  useSubscription('invoices', () => void changed())
  const { queryKey, ...options } = orpc.estimate.warnings.queryOptions({ input: draft ? { invoiceId: draft.id } : {} })
  // Each saved change of the draft creates a new version. The query key contains the version, so that the warnings are loaded again.
  return useQuery({ ...options, queryKey: [...queryKey, draft?.version] as unknown as typeof queryKey })
}
