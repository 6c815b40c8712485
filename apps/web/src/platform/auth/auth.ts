import type { AccountId } from '@attune/contract/common/ids'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { api } from '../api/api.ts'
import { recordUse } from '../api/page-use.ts'
import { backendAuth } from '../backend/auth.ts'
import { onAuthEvent } from '../backend/auth-events.ts'
import {
  onRequirementChange,
  setLoginRecovery,
  pendingRequirement,
  requireLogin,
  finishReauthentication,
} from '../login/reauthentication.ts'
import { isHeldAccount } from '../login/held-accounts.ts'
import { pageAccount } from '../login/page-account.ts'
import { browserStorage } from '../safe-storage.ts'
import { clearLogin, cacheLogin, cachedLogin, cachedMe, fetchLogin, fetchMe } from '../login/login.ts'
import { openDrafts } from '../draft/open-drafts.ts'
import { onProductSettings, productSettings } from '../settings/product-settings.ts'
import { realtimeClient } from '../realtime/realtime-client.ts'
import { abandonPage, hasUnsavedChanges } from '../draft/unsaved.ts'
import { loginCheckMilliseconds } from './constants.ts'
import { IdleLock } from './idle-lock.ts'
import { observedAuthState, observedLock } from './use-auth.ts'
import { AuthStore } from './auth-store.ts'
import { openTabChannel, type TabMessage, type TabChannel } from './tab-channel.ts'

/** The time without use after which the page of a person with this role is locked, in milliseconds. */
const idleMilliseconds = (role: LoginView['role']) => productSettings().idleMinutes[role] * 60_000

const clock = { steady: () => performance.now(), wall: () => Date.now() }
let tabs: TabChannel | null = null

/** Opens the start page. Clears the cached answers and the values stored for this tab. Stored drafts are kept. */
function leavePage() {
  abandonPage()
  clearLogin()
  location.replace('/')
}

/**
 * Handles a switch of the active account. If the account of this page is still signed in to this browser, asks the person whether to switch back.
 * Returns true if the account of this page is active again. If that account is not signed in, leaves the page and returns false.
 */
async function handleOtherAccount(): Promise<boolean> {
  const here = pageAccount()
  if (here && isHeldAccount(here)) return requireLogin('account')
  leavePage()
  return false
}

/** Tells the other tabs that this tab has switched the active account. */
export const announceSwitch = (userId: AccountId) => tabs?.send({ kind: 'switched', userId })

const authStore = new AuthStore({
  first: cachedLogin,
  session: () => backendAuth.getSession(),
  refresh: () => backendAuth.refreshSession(),
  person: (fresh) => (fresh ? fetchMe() : cachedMe()),
  storage: browserStorage,
  clock,
  reportMilliseconds: () => idleMilliseconds(authStore.state().role ?? 'client') / 3,
  onOtherAccount: () => handleOtherAccount(),
  onRecovered: cacheLogin,
})

let locking: AbortController | null = null

/** Locks the login on the server. Without a connection, locks it as soon as there is one, unless the page is unlocked before. */
function lockLogin() {
  locking ??= new AbortController()
  api.login.lock({}, { signal: locking.signal }).catch(() => {})
}

/**
 * Publishes the lock state to the components of the page. When the page is unlocked, cancels a waiting call that locks the login, and continues the
 * calls that waited for unlocking.
 */
function handleLockChange() {
  observedLock.set(idleLock.locked)
  if (idleLock.locked) return
  locking?.abort()
  locking = null
  if (pendingRequirement() === 'unlock') finishReauthentication(true)
}

/** Unlocks the page in all tabs, after the server has unlocked the login. Waiting calls continue. */
export function unlockPage() {
  idleLock.unlock()
  if (pendingRequirement() === 'unlock') finishReauthentication(true)
}

/** Locks this page if the server refuses its calls until the screen is unlocked. */
const lockIfRequired = () => pendingRequirement() === 'unlock' && idleLock.lockHere()

export const idleLock = new IdleLock({
  storage: browserStorage,
  clock,
  send: (kind, userId) => {
    tabs?.send({ kind, userId })
    if (kind === 'locked') lockLogin()
  },
  playing: () =>
    [...document.querySelectorAll<HTMLMediaElement>('audio, video')].some((media) => !media.paused && !media.ended),
  limit: (role) => idleMilliseconds(role),
})

/** Clears the idle lock and unlocks the page. Cancels a waiting call that locks the login. Used by tests, where the page is not reloaded. */
export function resetLock() {
  idleLock.clear()
  handleLockChange()
}

// A page that is idle for longer than a new limit is locked at once.
onProductSettings(() => idleLock.check())

/**
 * Handles a sign-out in another tab. Leaves the page, unless the page has unsaved text. In that case the page stays
 * open and asks the person to sign in again.
 */
const handleRemoteSignOut = () => (hasUnsavedChanges() ? void requireLogin('sign-in') : leavePage())

/** Handles a message from another tab of this browser. */
async function handleTabMessage(message: TabMessage) {
  const here = authStore.state().session?.userId ?? null
  if (message.kind === 'signed-out') return here && handleRemoteSignOut()
  if (message.kind !== 'signed-in' && message.kind !== 'switched') return idleLock.receive(message.kind, message.userId)
  if (here && here !== message.userId) return void handleOtherAccount()
  if (!here) return location.pathname === '/' ? location.replace('/') : undefined
  if (pendingRequirement() === 'account') finishReauthentication(true)
  if (message.kind === 'switched') return
  idleLock.receive('unlocked', message.userId)
  // The sign-in in the other tab may have changed the assurance level or set up two-step verification.
  const login = await fetchLogin().catch(() => null)
  if (login && !login.need && pendingRequirement() !== null) finishReauthentication(true)
}

const inputs = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel', 'touchstart', 'scroll'] as const

/**
 * Applies an auth event of this tab to the login state. A sign-in or sign-out also applies to the idle lock and is
 * reported to the other tabs. A sign-in opens the drafts.
 */
const announceAuthEvent: Parameters<typeof onAuthEvent>[0] = (event, login) => {
  authStore.handleEvent(event, login)
  if (event === 'SIGNED_OUT') {
    idleLock.clear()
    tabs?.send({ kind: 'signed-out' })
  }
  if (event === 'SIGNED_IN' && login) {
    idleLock.watch(login, true)
    if (!login.need) void openDrafts(login.userId)
    tabs?.send({ kind: 'signed-in', userId: login.userId })
  }
}

/**
 * Reads the login again after an event that may have changed it. Locks the page if the login is locked, and asks the person to sign in again if
 * the login has ended. Does nothing if the server does not answer, because the next event reads the login again.
 */
async function rereadIfSignedIn() {
  if (!authStore.state().session) return
  const login = await fetchLogin().catch(() => undefined)
  if (login?.locked) idleLock.lockHere()
  if (login === null) await requireLogin('sign-in')
  else if (login && login.role !== authStore.state().role) authStore.handleEvent('USER_UPDATED', login)
}

/**
 * Reads the login again when the role or the assurance level may have changed: after a change of the account, and when the window gets the focus or
 * the browser is online again, because the page may have missed an event. Returns a function that stops this.
 */
function rereadOnEvents(): () => void {
  const cleanups = (['profiles', 'logins'] as const).map((table) =>
    realtimeClient.subscribe({ table }, () => void rereadIfSignedIn()),
  )
  for (const event of ['focus', 'online'] as const) {
    const onEvent = () => void rereadIfSignedIn()
    addEventListener(event, onEvent)
    cleanups.push(() => removeEventListener(event, onEvent))
  }
  return () => cleanups.forEach((end) => end())
}

/** Records each input of the person as a use of the page. Returns a function that stops this. */
function recordInputs(): () => void {
  const recordInput = () => {
    authStore.recordActivity()
    idleLock.recordInput()
    if (!idleLock.locked) recordUse()
  }
  for (const input of inputs) addEventListener(input, recordInput, { passive: true, capture: true })
  return () => inputs.forEach((input) => removeEventListener(input, recordInput, { capture: true }))
}

/** Starts the login state, the idle lock and the connection between tabs. Returns a function that stops all of them. */
export function startAuth(): () => void {
  const cleanups: (() => void)[] = []
  cleanups.push(idleLock.subscribe(handleLockChange))
  cleanups.push(onRequirementChange(lockIfRequired))
  cleanups.push(authStore.subscribe(() => observedAuthState.set(authStore.state())))
  try {
    const channel = openTabChannel((message) => void handleTabMessage(message))
    tabs = channel
    cleanups.push(() => {
      channel.close()
      // `tabs` is cleared, because sending through a closed channel throws.
      if (tabs === channel) tabs = null
    })
    cleanups.push(onAuthEvent(announceAuthEvent))
    cleanups.push(
      authStore.subscribe(() => {
        const { session } = authStore.state()
        if (session) idleLock.watch(session, false)
        lockIfRequired()
      }),
    )
    cleanups.push(recordInputs())
    const checkLogin = () => {
      idleLock.check()
      if (!idleLock.locked) void authStore.refreshIfUsed().then((lives) => (lives ? null : requireLogin('sign-in')))
    }
    const checkWhenVisible = () => {
      if (document.visibilityState !== 'visible') return
      checkLogin()
      void rereadIfSignedIn()
    }
    cleanups.push(rereadOnEvents())
    const checkWhenRestored = ({ persisted }: PageTransitionEvent) => persisted && idleLock.checkStored()
    addEventListener('pageshow', checkWhenRestored)
    cleanups.push(() => removeEventListener('pageshow', checkWhenRestored))
    document.addEventListener('visibilitychange', checkWhenVisible)
    cleanups.push(() => document.removeEventListener('visibilitychange', checkWhenVisible))
    const timer = setInterval(checkLogin, loginCheckMilliseconds)
    cleanups.push(() => clearInterval(timer))
    setLoginRecovery(() => authStore.recover())
    void authStore.start()
  } catch (error) {
    console.warn('the sign-in state could not be started', error)
    authStore.startFailed()
  }
  return () => cleanups.forEach((end) => end())
}
