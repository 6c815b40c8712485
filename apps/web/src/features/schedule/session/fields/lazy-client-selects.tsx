import { Skeleton } from '@mantine/core'
import { Suspense, type ComponentProps } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

const ClientPicker = lazyNamed(() => import('./ClientSelect.tsx'), 'ClientSelect')
const SeveralClients = lazyNamed(() => import('./ClientMultiSelect.tsx'), 'ClientMultiSelect')

/** Renders `ClientSelect` for other features. Its code is loaded with the first render. */
export function LazyClientSelect(props: ComponentProps<typeof ClientPicker>) {
  return (
    <Suspense fallback={<Skeleton height={60} />}>
      <ClientPicker {...props} />
    </Suspense>
  )
}

/** Renders `ClientMultiSelect` for other features. Its code is loaded with the first render. */
export function LazyClientMultiSelect(props: ComponentProps<typeof SeveralClients>) {
  return (
    <Suspense fallback={<Skeleton height={60} />}>
      <SeveralClients {...props} />
    </Suspense>
  )
}
