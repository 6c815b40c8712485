import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'

/** Renders all notes about a client. Their code loads when the tab is opened. */
export const LazyClientNotes = lazyNamed(
  () => import('./ClientNotes.tsx'),
  'ClientNotes',
  <RowSkeletons rows={5} avatar={false} />,
)
