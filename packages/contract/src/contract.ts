import { account } from './features/account.ts'
import { administration } from './features/administration.ts'
import { availability } from './features/availability.ts'
import { calendar } from './features/calendar.ts'
import { changeRequest } from './features/change-request.ts'
import { client } from './features/client.ts'
import { connection } from './features/connection.ts'
import { login } from './features/login.ts'
import { note } from './features/note.ts'
import { notification } from './features/notification.ts'
import { product } from './features/product.ts'
import { series } from './features/series.ts'
import { session } from './features/session.ts'
import { terms } from './features/terms.ts'

/** The whole API, a line per feature. Every procedure is `POST /api/<feature>/<procedure>` with JSON in and out. */
export const contract = {
  account,
  administration,
  availability,
  calendar,
  changeRequest,
  client,
  connection,
  login,
  note,
  notification,
  product,
  series,
  session,
  terms,
}
export type Contract = typeof contract
