import type { Whose } from '../platform/policy/policy.ts'

/** Fixtures of one therapist and one client, in the states that most actions need. */
export type Things = {
  therapistId: string
  /** The client's record, active and connected, and its account. */
  clientId: string
  accountId: string
  email: string
  /** A scheduled future session without the client's answer. */
  sessionId: string
  /** A completed session with a note, and another with a signed note. */
  notedSessionId: string
  signedSessionId: string
  /** A client's request for a future session, not answered yet. */
  pendingSessionId: string
  /** A confirmed session years ago, not marked as completed or no-show. */
  startedSessionId: string
  /** A completed session years ago. */
  heldSessionId: string
  /** A session years ago that the therapist has just cancelled. */
  calledOffSessionId: string
  /** A series of two future sessions without answers, and its last session. */
  seriesId: string
  seriesSessionId: string
  /** A client's open change request for another time, and one to which the therapist has proposed another time. */
  changeId: string
  counteredChangeId: string
  /** Time off of the therapist. */
  absenceId: string
  /** Another connected record, between the caller's side and a new account, that a call may disconnect. */
  leavingClientId: string
  /** A connected record of a client who shares a safety plan. */
  plannedClientId: string
  /** A pending record with an email address; its invitation was sent more than five minutes ago. */
  invitedClientId: string
  invitedEmail: string
  invitationId: string
  /** A notification of the caller (own) or of somebody else (sibling, other). */
  notificationId: string
  /** A login of the caller (own) or of somebody else (sibling, other). */
  loginId: string
  /** A pending request for the therapist role. */
  roleRequestId: string
  /** A future busy time; a series of busy times whose change with the same id was undone; an imported calendar with a non-public address. */
  eventId: string
  busySeriesId: string
  importedId: string
  /** A picture of the client that the therapist may read, and one that nothing refers to. */
  fileId: string
  looseFileId: string
  /** A picture of the therapist that nothing refers to. */
  handoutId: string
  /** A shared journal entry, one in the trash, and a therapist's comment on the first. */
  entryId: string
  binnedEntryId: string
  entryCommentId: string
  /** An assigned task, a started one, one submitted just now, a declined one, and a template. */
  taskId: string
  begunTaskId: string
  handedInTaskId: string
  declinedTaskId: string
  templateId: string
  /** A confirmation email in the outbox. */
  mailId: string
  /** An invite code of the therapist. */
  code: string
}

/** The context from which sample inputs are built for one caller; new for every call of the matrix test. */
export type World = {
  me: { accountId: string; email: string; password: string }
  of(whose: Whose): Things
  newId(): string
  /** The start of a free future slot. */
  freeSlot(): string
  /** An instant of yesterday. */
  yesterday(): string
}
