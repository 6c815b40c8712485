import { lazyNamed } from '../../../platform/lazy-named.ts'

/** The dialog with which the therapist makes a superbill. Its code is loaded when it is shown. */
export const LazySuperbillDialog = lazyNamed(() => import('./SuperbillDialog.tsx'), 'SuperbillDialog')

/** The superbills of the acting client. Their code is loaded when they are shown. */
export const LazyOwnSuperbills = lazyNamed(() => import('./OwnSuperbills.tsx'), 'OwnSuperbills')
