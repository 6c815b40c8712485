import type { Viewer } from '@attune/contract/features/session.states'
import { Suspense, lazy } from 'react'
import { Panel } from '../../ui/Section.tsx'
import { StillToCome } from '../../ui/Together.tsx'
import { RowSkeletons } from '../../ui/Waiting.tsx'

const WaitingPanel = lazy(() => import('./WaitingPanel.tsx').then((file) => ({ default: file.WaitingPanel })))

export type Which = {
  viewer: Viewer
  /** Renders nothing if no session awaits an answer. */
  quiet?: boolean
  /** The maximum number of rows; a link leads to the others. */
  limit?: number
  /** Restricts the panel to one client. */
  clientId?: string
}

/** The sessions and change requests that await the viewer's answer, loaded in parallel with the page. */
export function WaitingList(which: Which) {
  const fallback = which.quiet ? (
    <StillToCome />
  ) : (
    <Panel>
      <RowSkeletons rows={2} avatar={false} />
    </Panel>
  )
  return (
    <Suspense fallback={fallback}>
      <WaitingPanel {...which} />
    </Suspense>
  )
}
