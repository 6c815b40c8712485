/**
 * What must happen before a refused call can go on: signing in again, setting up a second factor, or a code.
 * The call waits at the gate; the page stays as it is, with everything typed in it.
 */
export type Gate = 'sign-in' | 'enrol' | 'code'

type Waiting = { gate: Gate; promise: Promise<boolean>; settle: (passed: boolean) => void }
let waiting: Waiting | null = null
let someoneWasHere = false
let recover: () => Promise<boolean> = () => Promise.resolve(false)
let recovering: Promise<boolean> | null = null
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

/** Whether somebody signed in at this page: only then is there anybody to ask to sign in again. */
export function expectSomeone(is: boolean) {
  someoneWasHere = is
}

/** What is tried before somebody is asked to sign in again; true where the login is there after all. */
export function onRecovery(how: () => Promise<boolean>) {
  recover = how
}

/** Opens a gate and waits: true when the person passed, false when they turned away. One gate at a time. */
export function pass(gate: Gate): Promise<boolean> {
  if (waiting) return waiting.promise
  if (!someoneWasHere) return Promise.resolve(false)
  if (gate !== 'sign-in') return open(gate)
  recovering ??= recover()
    .catch(() => false)
    .then((back) => back || open(gate))
    .finally(() => {
      recovering = null
    })
  return recovering
}

function open(gate: Gate): Promise<boolean> {
  if (waiting) return waiting.promise
  if (!someoneWasHere) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  waiting = { gate, promise, settle: resolve }
  tell()
  return promise
}

/** Answers everybody who waits at the gate. */
export function settle(passed: boolean) {
  const settled = waiting
  waiting = null
  tell()
  settled?.settle(passed)
}

export const openGate = (): Gate | null => waiting?.gate ?? null

export function onGate(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
