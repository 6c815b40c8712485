import { Suspense } from 'react'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { Card } from '../../../ui/page/Section.tsx'
import { RowSkeletons } from '../../../ui/page/ListStates.tsx'

const SessionsOfClient = lazyNamed(() => import('./ClientSessionsTab.tsx'), 'ClientSessionsTab')

/** The sessions tab of a client's profile, loaded when the tab is opened. */
export function LazyClientSessionsTab({ clientId }: { clientId: string }) {
  const skeleton = (
    <Card>
      <RowSkeletons rows={4} avatar={false} />
    </Card>
  )
  return (
    <Suspense fallback={skeleton}>
      <SessionsOfClient clientId={clientId} />
    </Suspense>
  )
}
