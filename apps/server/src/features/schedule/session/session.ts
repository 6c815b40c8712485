export {
  changeRequestsById,
  changeRequestsOf,
  type ChangeRequestRow,
  expireChangeRequests,
  toChangeRequest,
} from './read/change-requests.ts'
export { notifyOfBulkCommand, notifyTherapistOfBulkCommand } from './notify/bulk-notifications.ts'
export { expireRequestsAtStart } from './book/due.ts'
export {
  undoWindowSeconds,
  participantsOf,
  clientsByIds,
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
  ownAnswer,
  setAnswers,
  updateSession,
} from './commands/command.ts'
export {
  detailColumns,
  sessionDetailsOf,
  editedDetailColumns,
  editedDetailsOf,
  type EditedDetail,
  type SessionDetails,
} from './session.fields.ts'
export { requireReachable } from './commands/reachable.ts'
export { enqueueStartJob } from './book/request.ts'
export { reminderDueAt } from './notify/reminder-rules.ts'
export { videoLinksFor } from './commands/video-link.ts'
export { otherAnswersIn, ownRecordIn, transitionSession } from './commands/transitions.ts'
export { setSessionTime, notifyMoved } from './commands/time-changes.ts'
export { sessionById, sessionsById, toSession } from './read/view.queries.ts'
export { calendarFileOfSession, calendarFileOfSessions } from './notify/calendar-file.ts'
export { readGuardian } from './notify/guardian-reader.ts'
export { activeSessionStatuses, type MailedSession, sessionsCancelledByDisconnect } from './session.emails.ts'
export { pendingAnswers, pendingAnswerCount, unansweredGroups } from './read/waiting.ts'
export { ownUpcomingSessions } from './read/queries.ts'
