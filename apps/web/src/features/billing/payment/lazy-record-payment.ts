import { lazyNamed } from '../../../platform/lazy-named.ts'

export const LazyRecordPaymentDialog = lazyNamed(() => import('./RecordPaymentDialog.tsx'), 'RecordPaymentDialog')
