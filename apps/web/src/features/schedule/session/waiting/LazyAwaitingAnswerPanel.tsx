import type { ClientId } from '@attune/contract/common/ids'
import type { PendingAnswer } from '@attune/contract/features/schedule/session/session.schemas'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Suspense } from 'react'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { Card } from '../../../../ui/page/Section.tsx'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'

const AwaitingAnswerPanel = lazyInBoundary(() => import('./AwaitingAnswerPanel.tsx'), 'AwaitingAnswerPanel')

export type AwaitingAnswerPanelProps = {
  viewer: ViewerRole
  /** Whether to render nothing if no item awaits an answer. */
  hiddenWhenEmpty?: boolean
  /** The maximum number of rows. If more items await an answer, a link opens the page with all items. */
  limit?: number
  /** The items, if the page has loaded them; otherwise the panel loads the viewer's items. */
  given?: readonly PendingAnswer[]
  /** Restricts the panel to one client. */
  clientId?: ClientId
  /** The id of a session to leave out, because the page shows its answer buttons elsewhere. Change requests for this session are still listed. */
  except?: string
}

/** Loads and renders the panel of sessions and change requests that await the viewer's answer. */
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
      <AwaitingAnswerPanel {...which} />
    </Suspense>
  )
}
