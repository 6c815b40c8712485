/** The public module of the change requests for other features. */
export { acceptCounter, closeChangeRequest } from './change-request.client-answer.ts'
export { requestCancel, requestMove } from './change-request.create.ts'
export { readChangeRequest } from './change-request.lock.ts'
export { proposeTime } from './change-request.propose.ts'
