import { lazyNamed } from '../../../../platform/lazy-named.ts'

export const LazyCreditOfDraft = lazyNamed(() => import('./CreditOfDraft.tsx'), 'CreditOfDraft')
