import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { useMakesSuperbills } from './use-makes-superbills.ts'

// Pages that offer a superbill in a menu share this module and do not need the list.
const SuperbillList = lazyNamed(() => import('./SuperbillList.tsx'), 'SuperbillList')

/** The superbills of a client, with a button that makes one. Renders nothing for a business outside of the United States. */
export function ClientSuperbills({ clientId }: { clientId: string }) {
  if (!useMakesSuperbills()) return null
  return (
    <Suspense fallback={<Skeleton height={30} width={180} />}>
      <SuperbillList clientId={clientId} />
    </Suspense>
  )
}
