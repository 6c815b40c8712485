import { Suspense, type ComponentProps } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'

const Notes = lazyNamed(() => import('./ClientNotes.tsx'), 'ClientNotes')

/** Renders all notes about a client. Their code loads when the tab is opened. */
export function LazyClientNotes(props: ComponentProps<typeof Notes>) {
  return (
    <Suspense fallback={<RowSkeletons rows={5} avatar={false} />}>
      <Notes {...props} />
    </Suspense>
  )
}
