import type { Me } from '@attune/contract/features/people/account/account'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { createStore } from '../create-store.ts'
import type { AuthEvent } from '../backend/auth-events.ts'
import { errorCode } from '../api/errors.ts'
import type { SafeStorage } from '../safe-storage.ts'
import { deleteLoginBackup, readLoginBackup, writeLoginBackup } from './login-backup.ts'
import { authEventDebounceMilliseconds, loginRefreshMilliseconds } from './constants.ts'
import { recoverLogin } from './recover-login.ts'
import { withAuthError, withProfile, signedOutState, signedInState, loadingState } from './auth-state.ts'

type Deps = {
  /** Returns the login from the page's cache. Reads it from the server if the cache has none. */
  first: () => Promise<LoginView | null>
  /** Reads the current login from the server. Returns null if no one is signed in. */
  session: () => Promise<LoginView | null>
  refresh: () => Promise<LoginView | null>
  /**
   * Returns the profile of the signed-in person. If `fresh` is true, reads the profile from the server and not from the
   * cache.
   */
  person: (fresh: boolean) => Promise<Me>
  storage: SafeStorage
  /** The time after which the use of the page is reported to the server, in milliseconds. */
  reportMilliseconds: () => number
  /** `steady` is monotonic and measures durations. `wall` is the device time, which dates the login backup. */
  clock: { steady: () => number; wall: () => number }
  /** Called when the recovered login belongs to a different account from that of this page. Returns whether the person has switched back. */
  onOtherAccount: () => Promise<boolean>
  onRecovered: (login: LoginView) => void
}

/**
 * Holds the login state of this browser for its pages. Handles auth events, loads the profile, extends a login that is in use and tries to recover
 * a lost login. Never signs a person in.
 */
export class AuthStore {
  #deps: Deps
  #store = createStore(loadingState)
  #timer: ReturnType<typeof setTimeout> | undefined
  #refreshed = 0
  #isInUse = false
  #recovering: Promise<boolean> | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  state = this.#store.get

  /** Calls the listener when the state changes. Returns a function that unsubscribes. */
  subscribe = this.#store.subscribe

  /** Loads the login and the profile. */
  async start() {
    try {
      const login = await this.#deps.first()
      if (login) await this.#applyLogin(login, false)
      else if (this.state().loading) this.#store.set(signedOutState)
    } catch {
      if (this.state().loading) this.#store.set(withAuthError(this.state(), 'SESSION_LOAD_FAILED'))
    }
  }

  /** Sets the error AUTH_START_FAILED. Called when the code of this folder cannot be started. */
  startFailed = () => this.#store.set(withAuthError(this.state(), 'AUTH_START_FAILED'))

  /**
   * Handles an auth event. A sign-out applies at once. Of several other events within 50 ms, only the last one applies
   * [9.07].
   */
  handleEvent(event: AuthEvent, login: LoginView | null) {
    if (event === 'SIGNED_OUT') {
      clearTimeout(this.#timer)
      deleteLoginBackup(this.#deps.storage)
      return this.#store.set(signedOutState)
    }
    if (!login) return
    this.#refreshed = this.#deps.clock.steady()
    writeLoginBackup(this.#deps.storage, login, this.#deps.clock.wall())
    // Extending the login of the same person does not change the state of the page [4.12].
    if (event === 'TOKEN_REFRESHED' && login.userId === this.state().session?.userId) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => void this.#applyLogin(login, event === 'USER_UPDATED'),
      authEventDebounceMilliseconds,
    )
  }

  /** Records that the person uses the page, so that `refreshIfUsed` extends the login. */
  recordActivity = () => {
    this.#isInUse = true
  }

  /**
   * Extends the login if the person has used the page: at most once per 10 minutes, or once per third of the idle time if that is shorter. The
   * request also reports to the server that the page is in use. Called every 30 s. Returns false if the server reports that the login has ended.
   */
  async refreshIfUsed(): Promise<boolean> {
    if (
      !this.state().session ||
      !this.#isInUse ||
      this.#deps.clock.steady() - this.#refreshed < Math.min(loginRefreshMilliseconds, this.#deps.reportMilliseconds())
    )
      return true
    this.#isInUse = false
    this.#refreshed = this.#deps.clock.steady()
    try {
      return (await this.#deps.refresh()) !== null
    } catch {
      return true
    }
  }

  /** Tries to recover a login that was lost without a sign-out [4.13]. Returns whether the login was recovered. */
  recover(): Promise<boolean> {
    this.#recovering ??= this.#recover().finally(() => {
      this.#recovering = null
    })
    return this.#recovering
  }

  async #recover() {
    const { session, refresh, storage, clock, onOtherAccount } = this.#deps
    const before = this.state().session?.userId
    const login = await recoverLogin({ session, refresh, backup: () => readLoginBackup(storage, clock.wall()) }).catch(
      () => null,
    )
    if (login && before && login.userId !== before) return onOtherAccount()
    if (login) this.#deps.onRecovered(login)
    else this.#store.set(withAuthError(this.state(), 'NO_LOGIN'))
    return login !== null
  }

  async #applyLogin(login: LoginView, again: boolean) {
    const before = this.state().session?.userId
    const next = signedInState(this.state(), login)
    this.#store.set(next)
    if (before !== login.userId) {
      this.#refreshed = this.#deps.clock.steady()
      writeLoginBackup(this.#deps.storage, login, this.#deps.clock.wall())
    }
    if (login.need || !next.role || (!next.roleLoading && !again)) return
    const person = await this.#deps.person(again).catch((error: unknown) => errorCode(error))
    if (this.state().session?.userId !== login.userId) return
    if (typeof person !== 'string') return this.#store.set(withProfile(this.state(), person))
    const unknowable = !again && (person === 'FORBIDDEN' || person === 'NOT_FOUND')
    this.#store.set(withAuthError(this.state(), unknowable ? 'ROLE_UNKNOWN' : 'PROFILE_REFRESH_FAILED'))
  }
}
