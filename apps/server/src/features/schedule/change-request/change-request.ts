/** The public module of the change requests for other features. */
export { proposeTime } from './change-request.propose.ts'
