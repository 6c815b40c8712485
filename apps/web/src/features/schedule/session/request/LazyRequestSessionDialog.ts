import { lazyNamed } from '../../../../platform/lazy-named.ts'

/** Loads and renders the dialog in which a client requests a session. */
export const LazyRequestSessionDialog = lazyNamed(() => import('./RequestSessionDialog.tsx'), 'RequestSessionDialog')
