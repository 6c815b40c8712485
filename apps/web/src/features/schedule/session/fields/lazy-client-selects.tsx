import { Skeleton } from '@mantine/core'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

const skeleton = <Skeleton height={60} />

/** Renders `ClientSelect` for other features. Its code is loaded with the first render. */
export const LazyClientSelect = lazyNamed(() => import('./ClientSelect.tsx'), 'ClientSelect', skeleton)

/** Renders `ClientMultiSelect` for other features. Its code is loaded with the first render. */
export const LazyClientMultiSelect = lazyNamed(() => import('./ClientMultiSelect.tsx'), 'ClientMultiSelect', skeleton)
