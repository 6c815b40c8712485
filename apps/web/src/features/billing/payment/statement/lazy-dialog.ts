import { lazyNamed } from '../../../../platform/lazy-named.ts'

/** The dialog that downloads a client's yearly statement. Its code is loaded when it is shown. */
export const LazyStatementDialog = lazyNamed(() => import('./StatementDialog.tsx'), 'StatementDialog')
