export {
  changeRequestsById,
  changeRequestsOf,
  type ChangeRequestRow,
  expireChangeRequests,
  toChangeRequest,
} from './session.change-requests.ts'
export { notifyOfBulkCommand, notifyTherapistOfBulkCommand } from './session.bulk-notifications.ts'
export { expireRequestsAtStart } from './session.due.ts'
export {
  undoWindowSeconds,
  participantsOf,
  clientsByIds,
  type Participant,
  type SessionReference,
  notifyParticipants,
  notifyBookedClient,
  notifySessionTherapist,
} from './session.notifications.ts'
export {
  type LockedSession,
  lockSession,
  recordSessionHistory,
  type SessionCommandEvent,
  sessionCommandHistory,
  ownAnswer,
  setAnswers,
  updateSession,
} from './session.command.ts'
export {
  detailColumns,
  sessionDetailsOf,
  editedDetailColumns,
  editedDetailsOf,
  type EditedDetail,
  type SessionDetails,
} from './session.fields.ts'
export { requireReachable } from './session.reachable.ts'
export { enqueueStartJob } from './session.request.ts'
export { reminderDueAt } from './session.reminder-rules.ts'
export { videoLinksFor } from './session.video-link.ts'
export { otherAnswersIn, ownRecordIn, transitionSession } from './session.transitions.ts'
export { setSessionTime, notifyMoved } from './session.time-changes.ts'
export { sessionById, sessionsById, toSession } from './session.view.queries.ts'
export { calendarFileOfSession, calendarFileOfSessions } from './session.calendar-file.ts'
export { readGuardian } from './session.guardian-reader.ts'
export {
  activeSessionStatuses,
  type MailedSession,
  sessionEmails,
  sessionsCancelledByDisconnect,
} from './session.emails.ts'
export { pendingAnswers, pendingAnswerCount, unansweredGroups } from './session.waiting.ts'
export { ownUpcomingSessions } from './session.queries.ts'
