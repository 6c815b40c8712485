import { Skeleton } from '@mantine/core'
import { Suspense, type ComponentProps } from 'react'
import { lazyNamed } from '../../../platform/lazy-named.ts'

const ClientPicker = lazyNamed(() => import('./ClientSelect.tsx'), 'ClientSelect')
const SeveralClients = lazyNamed(() => import('./ClientMultiSelect.tsx'), 'ClientMultiSelect')

/** Loads `ClientSelect` when it is first rendered. For use in other features. */
export function LazyClientSelect(props: ComponentProps<typeof ClientPicker>) {
  return (
    <Suspense fallback={<Skeleton height={60} />}>
      <ClientPicker {...props} />
    </Suspense>
  )
}

/** Loads `ClientMultiSelect` when it is first rendered. For use in other features. */
export function LazyClientMultiSelect(props: ComponentProps<typeof SeveralClients>) {
  return (
    <Suspense fallback={<Skeleton height={60} />}>
      <SeveralClients {...props} />
    </Suspense>
  )
}
