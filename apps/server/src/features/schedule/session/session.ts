export {
  readChangeRequestsById,
  listChangeRequestsOfSession,
  type ChangeRequestRow,
  toChangeRequest,
} from './change-requests/read.ts'
export {
  expireChangeRequests,
  expireChangeRequestsOf,
  storeChangeRequest,
  reopenChangeRequests,
  updateChangeRequest,
} from './change-requests/rows.ts'
export { notifyOfBulkCommand, notifyTherapistOfBulkCommand } from './notify/bulk-notifications.ts'
export { expireRequestsAtStart } from './book/due.ts'
export {
  undoWindowSeconds,
  listParticipants,
  listClientsByIds,
  type Participant,
  type SessionReference,
  notifyParticipants,
  notifyBookedClient,
  notifySessionTherapist,
} from './notify/notifications.ts'
export {
  type LockedSession,
  lockSession,
  recordSessionHistory,
  type SessionCommandEvent,
  sessionCommandHistory,
  findOwnAnswer,
  setAnswers,
  setParticipantAnswer,
  updateSession,
} from './commands/command.ts'
export {
  sessionDetailsOf,
  editedDetailColumns,
  editedDetailsOf,
  type EditedDetail,
  type SessionDetails,
} from './session.fields.ts'
export { type NewHistoryEvent, readPreviousStarts, recordHistoryEvents } from './commands/history-events.ts'
export { keepParticipant, listKeptParticipants } from './commands/kept.ts'
export { moveSessionsToZone } from './commands/zone.ts'
export {
  acceptSessions,
  cancelSeriesSessions,
  insertSeriesSessions,
  lockSeriesSessions,
  removeFromSeries,
  restoreSessions,
  type SeriesSession,
  setSeriesDays,
  type StoredAnswer,
  listStoredAnswers,
  updateSeriesSessions,
  vacateSeriesDays,
} from './in-series/rows.ts'
export { requireReachable } from './commands/reachable.ts'
export { reminderDueAt } from './notify/reminder-rules.ts'
export { type CallPlace, isInAttuneAfter, readCallPlaces, requireFittingCall } from './commands/call-place.ts'
export { inviteToSessions, declineSessionsOfMember } from './of-group/membership.ts'
export { requireMembers } from './of-group/group-members.ts'
export { answerSession, countOtherAnswers, findOwnRecordIn, transitionSession } from './commands/transitions.ts'
export { setSessionTime, notifyMoved } from './commands/time-changes.ts'
export { findOwnEndedCall, findOwnPart, findOwnStay, findSessionsByDay } from './read/find.ts'
export { readSessionsBetween } from './read/between.ts'
export { awaitedChangeSql, findSessionRow, readSessionsById, toSession } from './read/view.queries.ts'
export { calendarFileOfSession, calendarFileOfSessions } from './notify/calendar-file.ts'
export { readGuardian } from './notify/guardian-reader.ts'
export {
  activeSessionStatuses,
  callParagraph,
  type MailedSession,
  listSessionsCancelledByDisconnect,
  pageOfSession,
} from './session.emails.ts'
export {
  countAwaitedSessions,
  listAwaitedSessions,
  listPendingAnswers,
  pendingAnswerCount,
  listUnansweredGroups,
} from './read/waiting.ts'
export { enqueueStartJob, requestSession } from './book/request.ts'
export { listGuardedHistory } from './read/history.queries.ts'
export {
  hasOwnPastSessions,
  listGuardedSessions,
  listOwnUpcomingSessions,
  countParticipants,
  sessionCursorOf,
} from './read/queries.ts'
