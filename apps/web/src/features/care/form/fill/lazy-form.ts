import { lazyInBoundary } from '../../../../platform/lazy-named.ts'

// The public module is loaded for a dialog or a tab too, so it loads the parts of a form only when they are shown.
export const LazyFillForm = lazyInBoundary(() => import('./FillForm.tsx'), 'FillForm')
export const LazyReadOnlyForm = lazyInBoundary(() => import('./ReadOnlyForm.tsx'), 'ReadOnlyForm')
export const LazySignedForm = lazyInBoundary(() => import('./SignedForm.tsx'), 'SignedForm')
