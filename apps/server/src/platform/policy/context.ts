import type { AppContext } from '../app-context.ts'
import type { PersonActor } from '../database/actor.ts'
import type { RequestHeaders } from '../auth/login/cookies.ts'
import type { Login } from '../auth/login/login.ts'

/** The context of a request before authentication. */
export type RequestContext = {
  app: AppContext
  /** The id of the request, which the log and the audit log contain. */
  requestId: string
  /** The IP address of the caller. */
  ip: string
  reqHeaders: RequestHeaders
  /** Headers of the response; `set-cookie` may be appended several times. */
  resHeaders: Headers
}

/**
 * The context of a handler. `login` is read from the database once per request, or confirmed there; it is null without a login. `actor` is derived
 * from the login; without a login, reading a property of `actor` throws NO_LOGIN.
 */
export type Context = RequestContext & { login: Login | null; readonly actor: PersonActor }
