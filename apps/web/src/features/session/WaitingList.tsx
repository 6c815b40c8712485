import type { Viewer } from '@attune/contract/features/session.states'
import { Suspense, lazy } from 'react'
import { Panel } from '../../ui/Section.tsx'
import { StillToCome } from '../../ui/Together.tsx'
import { RowSkeletons } from '../../ui/Waiting.tsx'

const WaitingPanel = lazy(() => import('./WaitingPanel.tsx').then((file) => ({ default: file.WaitingPanel })))

export type Which = {
  viewer: Viewer
  /** Nothing at all where nothing waits. */
  quiet?: boolean
  /** Shows so many and a way to the others. */
  limit?: number
  /** Of one client alone. */
  clientId?: string
}

/** What waits for the viewer's answer, with the answers of one tap; loaded beside the page. */
export function WaitingList(which: Which) {
  const waiting = which.quiet ? (
    <StillToCome />
  ) : (
    <Panel>
      <RowSkeletons rows={2} avatar={false} />
    </Panel>
  )
  return (
    <Suspense fallback={waiting}>
      <WaitingPanel {...which} />
    </Suspense>
  )
}
