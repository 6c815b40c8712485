import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Card } from '../../../../ui/page/Section.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'

const skeleton = (
  <Card>
    <RowSkeletons rows={4} avatar={false} />
  </Card>
)

/** Loads and renders the sessions tab of a client's profile. */
export const LazyClientSessionsTab = lazyNamed(() => import('./ClientSessionsTab.tsx'), 'ClientSessionsTab', skeleton)
