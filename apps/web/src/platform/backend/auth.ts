import { api } from '../api/api.ts'
import { acceptLogin, type LoginView } from '../login/login.ts'
import { emitAuthEvent, onAuthEvent } from './auth-events.ts'

/**
 * The login of this browser. Every method calls the server, because the login is in a cookie that no script can read
 * [7.09].
 */
export const backendAuth = {
  /** Reads the login from the server. Returns null for a visitor. */
  async getSession(): Promise<LoginView | null> {
    return (await api.login.session({})).login
  },
  /** Extends the login within the limits that the server sets. Returns null if the login has ended. */
  async refreshSession(): Promise<LoginView | null> {
    const { login } = await api.login.refresh({})
    if (login) emitAuthEvent('TOKEN_REFRESHED', login)
    return login
  },
  /**
   * Signs this browser in with a one-time code that the same person got from another browser, a link or the native app.
   * A code is valid for one minute. Throws INVALID_CODE for an invalid code. Tokens are not accepted.
   */
  async setSession({ code }: { code: string }): Promise<LoginView> {
    const { login } = await api.login.redeemHandover({ code })
    acceptLogin(login)
    return login
  },
  /** Ends the login of this browser, or the logins of all its accounts. If the server cannot be reached, throws and the login remains valid. */
  async signOut(everyone = false): Promise<void> {
    await (everyone ? api.login.signOutAll({}) : api.login.signOut({}))
    emitAuthEvent('SIGNED_OUT', null)
  },
  /**
   * Calls the listener with the event and the login whenever the login changes. Returns a function that unsubscribes.
   */
  onAuthStateChange: onAuthEvent,
}
