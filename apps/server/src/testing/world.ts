import type { Whose } from '../platform/policy/policy.ts'

/** Things of one therapist and one client, all in the state in which most acts upon them are legal. */
export type Things = {
  therapistId: string
  /** The client's record, active and connected, and its account. */
  clientId: string
  accountId: string
  email: string
  /** A scheduled session in the future whose answer is awaited. */
  sessionId: string
  /** A completed session with a note that was saved once, and another whose note is signed. */
  notedSessionId: string
  signedSessionId: string
  /** A client's wish in the future that nobody has answered. */
  pendingSessionId: string
  /** A confirmed session of years ago of which nobody has said whether it took place. */
  startedSessionId: string
  /** One of years ago that took place. */
  heldSessionId: string
  /** One of years ago that its therapist has called off a moment ago. */
  calledOffSessionId: string
  /** A series of two sessions in the future, whose answers are awaited, and the last of them. */
  seriesId: string
  seriesSessionId: string
  /** A client's request for another time of a confirmed session, open; and one that the therapist has countered. */
  changeId: string
  counteredChangeId: string
  /** An absence of the therapist. */
  absenceId: string
  /** Another connected record, which nothing else needs: the caller's own side stays, the other side is somebody new. */
  leavingClientId: string
  /** A connected record whose account shares a safety plan, saved once. */
  plannedClientId: string
  /** A pending record with an address; its invitation was sent more than five minutes ago. */
  invitedClientId: string
  invitedEmail: string
  invitationId: string
  /** A notification of the caller (own), of somebody else (sibling, other). */
  notificationId: string
  /** A login of the caller (own), of somebody else (sibling, other). */
  loginId: string
  /** A waiting request for the therapist role. */
  roleRequestId: string
  /** A busy block in the future; a series of blocks upon which the act of the same id was taken back; a calendar elsewhere, on no public machine. */
  eventId: string
  busySeriesId: string
  importedId: string
  /** A picture of the client that the therapist may read, and one that nothing names. */
  fileId: string
  looseFileId: string
  /** A picture of the therapist's that nothing names. */
  handoutId: string
  /** An entry of the client's that the therapist may read, one in the bin, and a therapist's own remark on the first. */
  entryId: string
  binnedEntryId: string
  entryCommentId: string
  /** A task that was given and not begun, one that was begun, one that was handed in just now, one that was declined; a template. */
  taskId: string
  begunTaskId: string
  handedInTaskId: string
  declinedTaskId: string
  templateId: string
  /** A mail of the outbox that confirms an account. */
  mailId: string
  /** The therapist's standing invite code. */
  code: string
}

/** What specimens are made from, seen by one caller; made anew for every call of the matrix. */
export type World = {
  me: { accountId: string; email: string; password: string }
  of(whose: Whose): Things
  newId(): string
  /** The start of a slot that nobody holds, in the future. */
  freeSlot(): string
  /** A time of day that lies behind. */
  yesterday(): string
}
