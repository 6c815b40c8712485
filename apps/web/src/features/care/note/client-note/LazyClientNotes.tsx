import { Suspense, type ComponentProps } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'

const ClientNotes = lazyNamed(() => import('./ClientNotes.tsx'), 'ClientNotes')

/** Renders all notes about a client. Their code loads when the tab is opened. */
export function LazyClientNotes(props: ComponentProps<typeof ClientNotes>) {
  return (
    <Suspense fallback={<RowSkeletons rows={5} avatar={false} />}>
      <ClientNotes {...props} />
    </Suspense>
  )
}
