import { access } from './features/access.ts'
import { account } from './features/account.ts'
import { administration } from './features/administration.ts'
import { availability } from './features/availability.ts'
import { sessionPrep } from './features/session-prep.ts'
import { calendar } from './features/calendar.ts'
import { changeRequest } from './features/change-request.ts'
import { client } from './features/client.ts'
import { clientTag } from './features/client-tag.ts'
import { connection } from './features/connection.ts'
import { file } from './features/file.ts'
import { journal } from './features/journal.ts'
import { login } from './features/login.ts'
import { note } from './features/note.ts'
import { notification } from './features/notification.ts'
import { product } from './features/product.ts'
import { safety } from './features/safety.ts'
import { series } from './features/series.ts'
import { session } from './features/session.ts'
import { task } from './features/task.ts'
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
