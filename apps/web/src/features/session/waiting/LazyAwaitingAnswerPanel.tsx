import type { ViewerRole } from '@attune/contract/features/session.states'
import { Suspense } from 'react'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { Card } from '../../../ui/Section.tsx'
import { Pending } from '../../../ui/RevealTogether.tsx'
import { RowSkeletons } from '../../../ui/ListStates.tsx'

const WaitingPanel = lazyNamed(() => import('./AwaitingAnswerPanel.tsx'), 'AwaitingAnswerPanel')

export type AwaitingAnswerPanelProps = {
  viewer: ViewerRole
  /** Renders nothing if no session awaits an answer. */
  hiddenWhenEmpty?: boolean
  /** The maximum number of rows; a link leads to the others. */
  limit?: number
  /** Restricts the panel to one client. */
  clientId?: string
}

/** The sessions and change requests that await the viewer's answer, loaded in parallel with the page. */
export function LazyAwaitingAnswerPanel(which: AwaitingAnswerPanelProps) {
  const fallback = which.hiddenWhenEmpty ? (
    <Pending />
  ) : (
    <Card>
      <RowSkeletons rows={2} avatar={false} />
    </Card>
  )
  return (
    <Suspense fallback={fallback}>
      <WaitingPanel {...which} />
    </Suspense>
  )
}
