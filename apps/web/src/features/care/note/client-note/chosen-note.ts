import type { NoteSummary } from '@attune/contract/features/care/note/note'

/** The note beside the list: 'client' for the note about the client, otherwise the key of a note on a session. */
export type ChosenNote = 'client' | (string & {})

/** Returns the key of a note in the list, in which a session can have a part about the client and a shared one. */
export const keyOfNote = ({ sessionId, isShared }: Pick<NoteSummary, 'sessionId' | 'isShared'>): ChosenNote =>
  isShared ? `${sessionId}-shared` : sessionId
