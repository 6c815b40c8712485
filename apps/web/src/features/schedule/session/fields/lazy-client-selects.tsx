import { Skeleton } from '@mantine/core'
import { Suspense, type ComponentProps } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

const ClientSelect = lazyNamed(() => import('./ClientSelect.tsx'), 'ClientSelect')
const ClientMultiSelect = lazyNamed(() => import('./ClientMultiSelect.tsx'), 'ClientMultiSelect')

/** Renders `ClientSelect` for other features. Its code is loaded with the first render. */
export function LazyClientSelect(props: ComponentProps<typeof ClientSelect>) {
  return (
    <Suspense fallback={<Skeleton height={60} />}>
      <ClientSelect {...props} />
    </Suspense>
  )
}

/** Renders `ClientMultiSelect` for other features. Its code is loaded with the first render. */
export function LazyClientMultiSelect(props: ComponentProps<typeof ClientMultiSelect>) {
  return (
    <Suspense fallback={<Skeleton height={60} />}>
      <ClientMultiSelect {...props} />
    </Suspense>
  )
}
