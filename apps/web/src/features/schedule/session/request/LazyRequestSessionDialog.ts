import { lazyNamed } from '../../../../platform/lazy-named.ts'

export const LazyRequestSessionDialog = lazyNamed(() => import('./RequestSessionDialog.tsx'), 'RequestSessionDialog')
