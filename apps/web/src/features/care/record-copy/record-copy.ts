/** The public module of the feature: the id of a record, and what was brought back from a backup by this id. */
import { lazyNamed } from '../../../platform/lazy-named.ts'

export { CopyCard } from './CopyCard.tsx'
export { useFormCopies, useNoteCopies, useProfileCopies, useSessionNoteCopies } from './use-record-copies.ts'

/** Loads its texts and code by itself, so that the editor above it is not shown again when they have come. */
export const LazyRecordId = lazyNamed(() => import('./RecordId.tsx'), 'RecordId')
