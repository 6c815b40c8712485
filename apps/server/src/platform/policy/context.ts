import type { House } from '../../house.ts'
import type { Actor } from '../database/actor.ts'
import type { RequestHeaders } from '../auth/cookies.ts'
import type { Login } from '../auth/login.ts'

/** What a request brings with it before anybody asked who it is. */
export type RequestContext = {
  house: House
  requestId: string
  ip: string
  reqHeaders: RequestHeaders
  /** Headers for the answer; `set-cookie` may be appended several times. */
  resHeaders: Headers
}

/**
 * What a handler works with. `login` is read from the database once per request.
 * `actor` follows from it; reading it without a login refuses with NO_LOGIN.
 */
export type Context = RequestContext & { login: Login | null; readonly actor: Actor }
