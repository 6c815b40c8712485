import { lazyNamed } from '../../platform/lazy-named.ts'

/** The dialog with which the therapist makes a superbill. Its code is loaded when it is shown. */
export const LazySuperbillDialog = lazyNamed(() => import('./SuperbillDialog.tsx'), 'SuperbillDialog')
