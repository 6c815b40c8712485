import { Suspense, lazy } from 'react'

const RequestDialog = lazy(() => import('./RequestDialog.tsx').then((file) => ({ default: file.RequestDialog })))

/** The dialog in which a client requests a session, loaded when it is first rendered. */
export function Request(props: { therapistId?: string; onClose: () => void }) {
  return (
    <Suspense>
      <RequestDialog {...props} />
    </Suspense>
  )
}
