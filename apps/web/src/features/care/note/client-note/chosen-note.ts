import type { NoteSummary } from '@attune/contract/features/care/note/note'

/** The note beside the list: the one about the client, or the key of one on a session. */
export type ChosenNote = 'client' | (string & {})

/** Returns the key of a note in the list, in which a session can have a part about the client and a shared one. */
export const keyOfNote = ({ sessionId, isShared }: Pick<NoteSummary, 'sessionId' | 'isShared'>): ChosenNote =>
  isShared ? `${sessionId}-shared` : sessionId
