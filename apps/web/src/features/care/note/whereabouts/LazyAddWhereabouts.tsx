import { lazyNamed } from '../../../../platform/lazy-named.ts'

/** Offers during a call to add to the note where a client is. */
export const LazyAddWhereabouts = lazyNamed(() => import('./AddWhereabouts.tsx'), 'AddWhereabouts')
