import { Suspense, lazy } from 'react'
import { Panel } from '../../ui/Section.tsx'
import { RowSkeletons } from '../../ui/Waiting.tsx'

const SessionsOfClient = lazy(() =>
  import('./SessionsOfClient.tsx').then((file) => ({ default: file.SessionsOfClient })),
)

/** The sessions tab of a client's profile, loaded when the tab is opened. */
export function ClientSessions({ clientId }: { clientId: string }) {
  const skeleton = (
    <Panel>
      <RowSkeletons rows={4} avatar={false} />
    </Panel>
  )
  return (
    <Suspense fallback={skeleton}>
      <SessionsOfClient clientId={clientId} />
    </Suspense>
  )
}
