/** The public module of the feature: the id of a record, and the copies that the host restored from a backup by this id. */
import { lazyNamed } from '../../../platform/lazy-named.ts'

export { CopyCard } from './CopyCard.tsx'
export { useFormCopies, useNoteCopies, useProfileCopies, useSessionNoteCopies } from './use-record-copies.ts'

/** Shows the id of a record. Loads its own texts and code, so that the editor above does not render again when they arrive. */
export const LazyRecordId = lazyNamed(() => import('./RecordId.tsx'), 'RecordId')
