import type { JournalEntryId } from '@attune/contract/common/ids'

/** The kind of text that a therapist writes about an entry: a private comment, or a reply that the client sees. */
export type EntryFeedbackKind = 'comment' | 'reply'

export const feedbackDraftName = (kind: EntryFeedbackKind, entryId: JournalEntryId) => `entry-${kind}-${entryId}`
export const emptyFeedback = () => ({ text: '' })
