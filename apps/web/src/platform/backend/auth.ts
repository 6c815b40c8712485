import { api } from '../api.ts'
import { acceptLogin, type LoginView } from '../login.ts'
import { emitAuthEvent, onAuthEvent } from './auth-events.ts'

/** The login of this browser. It is in a cookie that no script can read; each answer comes from the server [7.09]. */
export const backendAuth = {
  /** Asks the server who is signed in. Returns null for a visitor. */
  async getSession(): Promise<LoginView | null> {
    return (await api.login.session({})).login
  },
  /** Extends the login within its limits. Returns null when it is over. */
  async refreshSession(): Promise<LoginView | null> {
    const { login } = await api.login.refresh({})
    if (login) emitAuthEvent('TOKEN_REFRESHED', login)
    return login
  },
  /**
   * Signs this browser in with a one-time code from another browser of the same person, a link or the native app. The
   * code is valid for one minute. Tokens are not accepted. Throws INVALID_CODE for an invalid code.
   */
  async setSession({ code }: { code: string }): Promise<LoginView> {
    const { login } = await api.login.redeemHandover({ code })
    acceptLogin(login)
    return login
  },
  /** Ends the login of this browser. Throws when the server cannot be reached; the login then remains valid. */
  async signOut(): Promise<void> {
    await api.login.signOut({})
    emitAuthEvent('SIGNED_OUT', null)
  },
  /** Calls the listener with the event and the login at each change. Returns a function that unsubscribes. */
  onAuthStateChange: onAuthEvent,
}
