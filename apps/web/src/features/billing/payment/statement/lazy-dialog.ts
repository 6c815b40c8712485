import { lazyNamed } from '../../../../platform/lazy-named.ts'

/** The dialog with which the therapist downloads the statement of a year. Its code is loaded when it is shown. */
export const LazyStatementDialog = lazyNamed(() => import('./StatementDialog.tsx'), 'StatementDialog')
