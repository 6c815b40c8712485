import { Suspense, lazy } from 'react'
import { Panel } from '../../ui/Section.tsx'
import { RowSkeletons } from '../../ui/Waiting.tsx'

const SessionsOfClient = lazy(() =>
  import('./SessionsOfClient.tsx').then((file) => ({ default: file.SessionsOfClient })),
)

/** The sessions with one client, for a tab of their profile; loaded when the tab is opened. */
export function ClientSessions({ clientId }: { clientId: string }) {
  const waiting = (
    <Panel>
      <RowSkeletons rows={4} avatar={false} />
    </Panel>
  )
  return (
    <Suspense fallback={waiting}>
      <SessionsOfClient clientId={clientId} />
    </Suspense>
  )
}
