/** The public module of the feature: the id of a record, and the copies that the host restored from a backup by this id. */
export { CopyCard } from './CopyCard.tsx'
export { LazyRecordId } from './LazyRecordId.tsx'
export { useFormCopies, useNoteCopies, useProfileCopies, useSessionNoteCopies } from './use-record-copies.ts'
