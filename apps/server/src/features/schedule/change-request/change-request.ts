/** The public module of the change requests for other features. */
export { proposeTime } from './change-request.propose.ts'
export { expireChangeRequestsOf, reopenChangeRequests } from './change-request.of-sessions.ts'
