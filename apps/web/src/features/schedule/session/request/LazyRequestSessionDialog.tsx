import { Suspense } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

const RequestSessionDialog = lazyNamed(() => import('./RequestSessionDialog.tsx'), 'RequestSessionDialog')

/** Loads and renders the dialog in which a client requests a session. */
export function LazyRequestSessionDialog(props: { therapistId?: string; onClose: () => void }) {
  return (
    <Suspense>
      <RequestSessionDialog {...props} />
    </Suspense>
  )
}
