import { lazyNamed } from '../../../platform/lazy-named.ts'

/** Public module of the feature `waiting-list`: the link to the client's waiting list, and the dialog that puts a client on the waiting list. */
export { WaitingListLink } from './WaitingListLink.tsx'
export const LazyAddEntryDialog = lazyNamed(() => import('./AddEntryDialog.tsx'), 'AddEntryDialog')
