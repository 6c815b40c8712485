import { Suspense } from 'react'
import { lazyNamed } from '../../../platform/lazy-named.ts'

const RequestDialog = lazyNamed(() => import('./RequestSessionDialog.tsx'), 'RequestSessionDialog')

/** The dialog in which a client requests a session, loaded when it is first rendered. */
export function LazyRequestSessionDialog(props: { therapistId?: string; onClose: () => void }) {
  return (
    <Suspense>
      <RequestDialog {...props} />
    </Suspense>
  )
}
