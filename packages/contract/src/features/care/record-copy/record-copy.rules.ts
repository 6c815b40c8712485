/**
 * The kinds of records that the host can bring back from a backup: the note on a session with its objectives and next steps, the note about a client,
 * the details of a client, and a form that was sent to a client.
 */
export const recordCopyKinds = ['session-note', 'client-note', 'profile', 'form'] as const
export type RecordCopyKind = (typeof recordCopyKinds)[number]
