import { api } from '../api.ts'
import { rememberLogin, type LoginView } from '../login.ts'
import { emit, onAuthEvent } from './auth-events.ts'

/** The login of this browser. It lives in a cookie that no script can read; each answer comes from the server [7.09]. */
export const auth = {
  /** Who is signed in, asked of the server each time; null for nobody. */
  async getSession(): Promise<LoginView | null> {
    return (await api.login.session({})).login
  },
  /** Extends the login within its limits; null when it is over. */
  async refreshSession(): Promise<LoginView | null> {
    const { login } = await api.login.refresh({})
    if (login) emit('TOKEN_REFRESHED', login)
    return login
  },
  /**
   * Signs this browser in by a code that another browser of the same person, a link or the native shell has given. It counts once
   * and for a minute; a token is never taken. Throws INVALID_CODE for any other.
   */
  async setSession({ code }: { code: string }): Promise<LoginView> {
    const { login } = await api.login.redeemHandover({ code })
    rememberLogin(login)
    return login
  },
  /** Ends the login of this browser. Throws where the server could not be told: then it still stands. */
  async signOut(): Promise<void> {
    await api.login.signOut({})
    emit('SIGNED_OUT', null)
  },
  /** Calls the listener with the event and the login at each change; the answer ends it. */
  onAuthStateChange: onAuthEvent,
}
