import type { Me } from '@attune/contract/features/account'
import type { LoginView } from '@attune/contract/features/login.shapes'
import type { AuthEvent } from '../backend/auth-events.ts'
import { codeOf } from '../faults.ts'
import type { Keep } from '../keep.ts'
import { dropBackup, readBackup, writeBackup } from './backup.ts'
import { debounce, refreshEvery } from './constants.ts'
import { recover } from './recovery.ts'
import { failed, known, nobody, signedIn, unknown, type AuthState } from './state.ts'

type Deps = {
  /** Who the page already knows to be signed in, else who the server says is. */
  first: () => Promise<LoginView | null>
  /** Who the server says is signed in, now. */
  session: () => Promise<LoginView | null>
  refresh: () => Promise<LoginView | null>
  /** Who the person is; `anew` where something about them has changed. */
  person: (anew: boolean) => Promise<Me>
  keep: Keep
  /** `steady` never jumps; `wall` is what the backup is dated with. */
  clock: { steady: () => number; wall: () => number }
  /** Somebody else is signed in at this browser than the page belongs to. */
  onStranger: () => void
  onRecovered: (login: LoginView) => void
}

/**
 * The login of this browser as the pages see it. It hears the five events, reads who the person is, extends a login in
 * use and looks for one that was lost. It never signs anybody in: that is the server's answer to a person's own act.
 */
export class AuthMachine {
  #deps: Deps
  #state = unknown
  #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #refreshed = 0
  #used = false
  #recovering: Promise<boolean> | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  state = (): AuthState => this.#state

  /** Calls the listener at each change of the state; the answer ends it. */
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Asks the server who is signed in. */
  async start() {
    try {
      const login = await this.#deps.first()
      if (login) await this.#settle(login, false)
      else if (this.#state.loading) this.#become(nobody)
    } catch {
      if (this.#state.loading) this.#become(failed(this.#state, 'SESSION_LOAD_FAILED'))
    }
  }

  /** The machines around it could not be started. */
  startFailed = () => this.#become(failed(this.#state, 'AUTH_START_FAILED'))

  /** Takes an event in. A sign-out counts at once; of the others that come within 50 ms the last one does [9.07]. */
  hear(event: AuthEvent, login: LoginView | null) {
    if (event === 'SIGNED_OUT') {
      clearTimeout(this.#timer)
      dropBackup(this.#deps.keep)
      return this.#become(nobody)
    }
    if (!login) return
    this.#refreshed = this.#deps.clock.steady()
    writeBackup(this.#deps.keep, login, this.#deps.clock.wall())
    // The same person as before, a little longer: nothing on the page changes [4.12].
    if (event === 'TOKEN_REFRESHED' && login.userId === this.#state.session?.userId) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#settle(login, event === 'USER_UPDATED'), debounce)
  }

  /** The person did something here: their login is worth extending. */
  use = () => {
    this.#used = true
  }

  /** Every 30 s: extends a login that was used. Answers false where the server says that it is over. */
  async tick(): Promise<boolean> {
    if (!this.#state.session || !this.#used || this.#deps.clock.steady() - this.#refreshed < refreshEvery) return true
    this.#used = false
    this.#refreshed = this.#deps.clock.steady()
    try {
      return (await this.#deps.refresh()) !== null
    } catch {
      return true
    }
  }

  /** Looks for a login that was lost without a sign-out [4.13]. False: it is over, and the person is asked. */
  recover(): Promise<boolean> {
    this.#recovering ??= this.#recover().finally(() => {
      this.#recovering = null
    })
    return this.#recovering
  }

  async #recover() {
    const { session, refresh, keep, clock, onStranger } = this.#deps
    const before = this.#state.session?.userId
    const login = await recover({ session, refresh, backup: () => readBackup(keep, clock.wall()) }).catch(() => null)
    if (login && before && login.userId !== before) {
      onStranger()
      return false
    }
    if (login) this.#deps.onRecovered(login)
    else this.#become(failed(this.#state, 'NO_LOGIN'))
    return login !== null
  }

  async #settle(login: LoginView, again: boolean) {
    const before = this.#state.session?.userId
    const next = signedIn(this.#state, login)
    this.#become(next)
    if (before !== login.userId) {
      this.#refreshed = this.#deps.clock.steady()
      writeBackup(this.#deps.keep, login, this.#deps.clock.wall())
    }
    if (login.need || !next.role || (!next.roleLoading && !again)) return
    const person = await this.#deps.person(again).catch((error: unknown) => codeOf(error))
    if (this.#state.session?.userId !== login.userId) return
    if (typeof person !== 'string') return this.#become(known(this.#state, person))
    const unknowable = !again && (person === 'FORBIDDEN' || person === 'NOT_FOUND')
    this.#become(failed(this.#state, unknowable ? 'ROLE_UNKNOWN' : 'PROFILE_REFRESH_FAILED'))
  }

  #become(state: AuthState) {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
