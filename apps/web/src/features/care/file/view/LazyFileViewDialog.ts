import { lazyNamed } from '../../../../platform/lazy-named.ts'

/** The dialog that shows a file, loaded when it is first opened. */
export const LazyFileViewDialog = lazyNamed(() => import('./FileViewDialog.tsx'), 'FileViewDialog')
