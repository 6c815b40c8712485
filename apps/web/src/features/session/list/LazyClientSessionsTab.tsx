import { Suspense, lazy } from 'react'
import { Card } from '../../../ui/Section.tsx'
import { RowSkeletons } from '../../../ui/ListStates.tsx'

const SessionsOfClient = lazy(() =>
  import('./ClientSessionsTab.tsx').then((file) => ({ default: file.ClientSessionsTab })),
)

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
