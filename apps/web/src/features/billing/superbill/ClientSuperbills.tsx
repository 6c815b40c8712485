import type { ClientId } from '@attune/contract/common/ids'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'

// Pages that offer a superbill in a menu share the module of this feature and do not need the list.
const SuperbillList = lazyNamed(
  () => import('./SuperbillList.tsx'),
  'SuperbillList',
  <Skeleton height={30} width={180} />,
)

/** Lists the superbills of a client, with a button that makes one. Renders nothing for a business outside the United States. */
export function ClientSuperbills({ clientId }: { clientId: ClientId }) {
  const business = useQuery(orpc.business.own.queryOptions({ input: {} }))
  if (business.data?.fields.country !== 'US') return null
  return <SuperbillList clientId={clientId} />
}
