import { Skeleton } from '@mantine/core'
import { Suspense, lazy, type ComponentProps } from 'react'

const ClientPicker = lazy(() => import('./ClientPicker.tsx').then((file) => ({ default: file.ClientPicker })))
const SeveralClients = lazy(() => import('./SeveralClients.tsx').then((file) => ({ default: file.SeveralClients })))

/** `ClientSelect` for other features, loaded when it is first rendered. */
export function PickClient(props: ComponentProps<typeof ClientPicker>) {
  return (
    <Suspense fallback={<Skeleton height={60} />}>
      <ClientPicker {...props} />
    </Suspense>
  )
}

/** `ClientMultiSelect` for other features, loaded when it is first rendered. */
export function PickClients(props: ComponentProps<typeof SeveralClients>) {
  return (
    <Suspense fallback={<Skeleton height={60} />}>
      <SeveralClients {...props} />
    </Suspense>
  )
}
