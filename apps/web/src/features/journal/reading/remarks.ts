/** What a therapist writes about an entry: a comment for their own record, or a reply that the client reads. */
export type RemarkKind = 'comment' | 'reply'

export const remarkMaximum = 5000

export const draftName = (kind: RemarkKind, entryId: string) => `entry-${kind}-${entryId}`
export const noWords = () => ({ text: '' })
