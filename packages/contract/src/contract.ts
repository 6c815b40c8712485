import { access, accessTables } from './features/access.ts'
import { account, accountTables } from './features/account.ts'
import { administration } from './features/administration.ts'
import { availability, availabilityTables } from './features/availability.ts'
import { sessionPrep } from './features/session-prep.ts'
import { calendar, calendarTables } from './features/calendar.ts'
import { changeRequest, changeRequestTables } from './features/change-request.ts'
import { client, clientTables } from './features/client.ts'
import { clientTag, clientTagTables } from './features/client-tag.ts'
import { connection, connectionTables } from './features/connection.ts'
import { file, fileTables } from './features/file.ts'
import { journal, journalTables } from './features/journal.ts'
import { login } from './features/login.ts'
import { note, noteTables } from './features/note.ts'
import { notification, notificationTables } from './features/notification.ts'
import { product } from './features/product.ts'
import { safety, safetyTables } from './features/safety.ts'
import { series, seriesTables } from './features/series.ts'
import { session } from './features/session.ts'
import { sessionTables } from './features/session.schemas.ts'
import { task, taskTables } from './features/task.ts'
import { terms } from './features/terms.ts'

/** The whole API, one line per feature. Every procedure is `POST /api/<feature>/<procedure>` with JSON in and out. */
export const contract = {
  access,
  account,
  administration,
  availability,
  brief: sessionPrep,
  calendar,
  changeRequest,
  client,
  clientTag,
  connection,
  file,
  journal,
  login,
  note,
  notification,
  product,
  safety,
  series,
  session,
  task,
  terms,
}
export type Contract = typeof contract

/** The tables of all features that a browser can subscribe to, by their public names. */
export const realtimeTables = {
  ...accessTables,
  ...accountTables,
  ...availabilityTables,
  ...calendarTables,
  ...changeRequestTables,
  ...clientTables,
  ...clientTagTables,
  ...connectionTables,
  ...fileTables,
  ...journalTables,
  ...noteTables,
  ...notificationTables,
  ...safetyTables,
  ...seriesTables,
  ...sessionTables,
  ...taskTables,
}
export type RealtimeTable = keyof typeof realtimeTables
