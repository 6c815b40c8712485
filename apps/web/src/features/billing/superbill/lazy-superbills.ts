import { lazyInBoundary, lazyNamed } from '../../../platform/lazy-named.ts'

/** The dialog that makes a superbill. `invoiceId` limits the sessions to those of an invoice. Its code is loaded when it is shown. */
export const LazySuperbillDialog = lazyNamed(() => import('./SuperbillDialog.tsx'), 'SuperbillDialog')

/** The superbills of the acting client. Their code is loaded when they are shown. */
export const LazyOwnSuperbills = lazyInBoundary(() => import('./OwnSuperbills.tsx'), 'OwnSuperbills')

/** A superbill as a guardian sees it. Its code is loaded when it is shown. */
export const LazyOwnSuperbillRow = lazyInBoundary(() => import('./OwnSuperbills.tsx'), 'OwnSuperbillRow')
