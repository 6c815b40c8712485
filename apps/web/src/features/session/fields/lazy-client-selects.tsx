import { Skeleton } from '@mantine/core'
import { Suspense, lazy, type ComponentProps } from 'react'

const ClientPicker = lazy(() => import('./ClientSelect.tsx').then((file) => ({ default: file.ClientSelect })))
const SeveralClients = lazy(() =>
  import('./ClientMultiSelect.tsx').then((file) => ({ default: file.ClientMultiSelect })),
)

/** `ClientSelect` for other features, loaded when it is first rendered. */
export function LazyClientSelect(props: ComponentProps<typeof ClientPicker>) {
  return (
    <Suspense fallback={<Skeleton height={60} />}>
      <ClientPicker {...props} />
    </Suspense>
  )
}

/** `ClientMultiSelect` for other features, loaded when it is first rendered. */
export function LazyClientMultiSelect(props: ComponentProps<typeof SeveralClients>) {
  return (
    <Suspense fallback={<Skeleton height={60} />}>
      <SeveralClients {...props} />
    </Suspense>
  )
}
