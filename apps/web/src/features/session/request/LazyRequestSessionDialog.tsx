import { Suspense, lazy } from 'react'

const RequestDialog = lazy(() =>
  import('./RequestSessionDialog.tsx').then((file) => ({ default: file.RequestSessionDialog })),
)

/** The dialog in which a client requests a session, loaded when it is first rendered. */
export function LazyRequestSessionDialog(props: { therapistId?: string; onClose: () => void }) {
  return (
    <Suspense>
      <RequestDialog {...props} />
    </Suspense>
  )
}
