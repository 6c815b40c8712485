import type { ClientId, SessionId } from '@attune/contract/common/ids'

/**
 * Identifies a part of the note of a session. `clientId` is null for the shared part, and absent for the only part of a session with one client, so
 * that requests and drafts of such a session have the same form as in earlier versions.
 */
export type PartOfNote = { sessionId: SessionId; clientId?: ClientId | null }

/** Returns the fields with which a request names the part. */
export const inputOfPart = ({ sessionId, clientId }: PartOfNote) => (clientId ? { sessionId, clientId } : { sessionId })

/** Returns the name of a draft of the part on this device. Devices have drafts of earlier versions, so these names must not change. */
export const partDraftName = (kind: 'note' | 'addendum', { sessionId, clientId }: PartOfNote) =>
  clientId ? `${kind}-${sessionId}-${clientId}` : `${kind}-${sessionId}`
