/** The public module of the feature: the id of a record, and what was brought back from a backup by this id. */
export { CopyCard } from './CopyCard.tsx'
export { RecordId } from './RecordId.tsx'
export { useFormCopies, useNoteCopies, useProfileCopies, useSessionNoteCopies } from './use-record-copies.ts'
