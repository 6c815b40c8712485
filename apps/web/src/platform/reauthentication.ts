import { createStore } from './create-store.ts'

/**
 * What a refused call needs before it can continue: signing in again, setting up two-step verification, or a code. The
 * call waits; the page keeps everything that was typed.
 */
export type LoginRequirement = 'sign-in' | 'enrol' | 'code'

type PendingRequirement = {
  requirement: LoginRequirement
  promise: Promise<boolean>
  settle: (passed: boolean) => void
}
const pending = createStore<PendingRequirement | null>(null)
let signedInHere = false
const cannotRecover = () => Promise.resolve(false)
let recover: () => Promise<boolean> = cannotRecover
let recovering: Promise<boolean> | null = null

/** Sets whether someone is signed in on this page. Only then can a refused call ask to sign in again. */
export function setSignedInHere(is: boolean) {
  signedInHere = is
}

/**
 * Sets the function that tries to recover the login before the person is asked to sign in again. It returns true when
 * the login was recovered.
 */
export function setLoginRecovery(how: () => Promise<boolean>) {
  recover = how
}

/**
 * Asks for a login and waits: true when the person signed in, false when they dismissed the question. One question at
 * a time.
 */
export function requireLogin(requirement: LoginRequirement): Promise<boolean> {
  const open = pending.get()
  if (open) return open.promise
  if (!signedInHere) return Promise.resolve(false)
  if (requirement !== 'sign-in') return ask(requirement)
  recovering ??= recover()
    .catch(() => false)
    .then((back) => back || ask(requirement))
    .finally(() => {
      recovering = null
    })
  return recovering
}

function ask(requirement: LoginRequirement): Promise<boolean> {
  const open = pending.get()
  if (open) return open.promise
  if (!signedInHere) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  pending.set({ requirement, promise, settle: resolve })
  return promise
}

/** Closes the question of `requireLogin` and passes the result to all calls that wait for it. */
export function finishReauthentication(passed: boolean) {
  const settled = pending.get()
  pending.set(null)
  settled?.settle(passed)
}

export const pendingRequirement = (): LoginRequirement | null => pending.get()?.requirement ?? null

export const onRequirementChange = pending.subscribe

/** Dismisses an open question and returns to the state of a page that has just been loaded. */
export function resetReauthentication() {
  finishReauthentication(false)
  signedInHere = false
  recover = cannotRecover
}
