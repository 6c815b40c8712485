/** What a therapist writes about an entry: a comment for their own record, or a reply that the client reads. */
export type EntryFeedbackKind = 'comment' | 'reply'

export const feedbackDraftName = (kind: EntryFeedbackKind, entryId: string) => `entry-${kind}-${entryId}`
export const emptyFeedback = () => ({ text: '' })
