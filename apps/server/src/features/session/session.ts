/** The public module of the feature: what other features may do with sessions and read of them. */
export { changesById, changesOf, type ChangeRow, endOpenChanges, toChange } from './session.changes.ts'
export { tellOfAct, tellTherapistOfAct } from './session.act-news.ts'
export { sessionDue } from './session.due.ts'
export {
  afterthoughtSeconds,
  clientsIn,
  clientsOf,
  ownName,
  type Participant,
  type Subject,
  tellClients,
  tellTherapist,
} from './session.news.ts'
export {
  illegal,
  isRepeat,
  type Known,
  lockSession,
  note,
  ownAnswer,
  setAnswers,
  setSession,
} from './session.record.ts'
export { enqueueDue } from './session.request.ts'
export { dueAt } from './session.reminder-rules.ts'
export { remind } from './session.reminders.ts'
export { roomsFor } from './session.room.ts'
export { othersIn, ownRecordIn } from './session.steps.ts'
export { setTime, tellMoved } from './session.times.ts'
export { sessionById, sessionsById, toSession } from './session.view.queries.ts'
