/** What a therapist writes to an entry: a comment for the own record, or a reply that the client reads. */
export type RemarkKind = 'comment' | 'reply'

export const remarkMaximum = 5000

export const draftName = (kind: RemarkKind, entryId: string) => `entry-${kind}-${entryId}`
export const noWords = () => ({ text: '' })
