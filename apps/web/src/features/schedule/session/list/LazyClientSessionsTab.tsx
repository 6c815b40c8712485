import { Suspense } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Card } from '../../../../ui/page/Section.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'

const ClientSessionsTab = lazyNamed(() => import('./ClientSessionsTab.tsx'), 'ClientSessionsTab')

/** Loads and renders the sessions tab of a client's profile. */
export function LazyClientSessionsTab({ clientId }: { clientId: string }) {
  const skeleton = (
    <Card>
      <RowSkeletons rows={4} avatar={false} />
    </Card>
  )
  return (
    <Suspense fallback={skeleton}>
      <ClientSessionsTab clientId={clientId} />
    </Suspense>
  )
}
