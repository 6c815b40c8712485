import { createStore } from '../create-store.ts'

/**
 * The step that the person must take before a refused call can continue. Meanwhile the call waits and the page keeps all input. `enrol`: set up
 * two-step verification. `code`: enter its code. `account`: switch back to the account of this page. `unlock`: unlock the screen.
 */
export type LoginRequirement = 'sign-in' | 'enrol' | 'code' | 'account' | 'unlock'

type PendingRequirement = {
  requirement: LoginRequirement
  promise: Promise<boolean>
  settle: (passed: boolean) => void
}
const pending = createStore<PendingRequirement | null>(null)
let signedInHere = false
/** The number of logins that the server has returned to this page for the same person. */
let renewals = 0
const cannotRecover = () => Promise.resolve(false)
let recover: () => Promise<boolean> = cannotRecover
let recovering: Promise<boolean> | null = null

/** Sets whether a person is signed in on this page. A refused call asks for a new sign-in only if this is true. */
export function setSignedInHere(is: boolean) {
  signedInHere = is
}

/**
 * Sets the function that tries to recover the login before the person is asked to sign in again. The function returns
 * true if the login was recovered.
 */
export function setLoginRecovery(how: () => Promise<boolean>) {
  recover = how
}

/**
 * Asks the person to meet the requirement and waits for the result. Returns true if the person did so or if the login was recovered. Returns false if
 * the person dismissed the question, or if no one was signed in on this page. Calls during an open question wait for the same result. If the login
 * has ended, a question to sign in replaces an open question to unlock the screen or to enter a code.
 */
export function requireLogin(requirement: LoginRequirement): Promise<boolean> {
  const open = pending.get()
  if (open && !isReplaced(open, requirement)) return open.promise
  if (!signedInHere) return Promise.resolve(false)
  if (requirement !== 'sign-in') return ask(requirement)
  const before = renewals
  recovering ??= recover()
    .catch(() => false)
    .then((back) => back || renewals > before || ask(requirement))
    .finally(() => {
      recovering = null
    })
  return recovering
}

/** Without a login, the person can neither unlock the screen nor enter a code, but signing in again meets both requirements. */
const isReplaced = ({ requirement: open }: PendingRequirement, requirement: LoginRequirement) =>
  requirement === 'sign-in' && (open === 'unlock' || open === 'code')

function ask(requirement: LoginRequirement): Promise<boolean> {
  const open = pending.get()
  if (open && isReplaced(open, requirement)) pending.set({ ...open, requirement })
  if (open) return open.promise
  if (!signedInHere) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  pending.set({ requirement, promise, settle: resolve })
  return promise
}

/**
 * Records that the server has returned a full login for the person of this page, for example after two-step
 * verification was set up, which replaces the login. Closes an open question to sign in, because it was caused by calls
 * that were still sent with the replaced login.
 */
export function loginRenewed() {
  renewals += 1
  if (pendingRequirement() === 'sign-in') finishReauthentication(true)
}

/** Closes the question of `requireLogin`. All calls that wait for the question get the result `passed`. */
export function finishReauthentication(passed: boolean) {
  const settled = pending.get()
  pending.set(null)
  settled?.settle(passed)
}

export const pendingRequirement = (): LoginRequirement | null => pending.get()?.requirement ?? null

export const onRequirementChange = pending.subscribe

/** Dismisses an open question and resets this module to the state of a page that has just been loaded. */
export function resetReauthentication() {
  finishReauthentication(false)
  signedInHere = false
  recover = cannotRecover
}
