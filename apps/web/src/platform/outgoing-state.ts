import { createStore } from './create-store.ts'

/** A change of the person that is sent to the server once there is a connection. */
export type OutgoingChange = {
  /** The procedure of the API. */
  path: readonly [feature: string, procedure: string]
  /** The input of the procedure. It contains an id made by the browser, so that sending it twice changes nothing. */
  input: object
  /**
   * The name of the thing that is changed, such as `task-<id>`. It never contains a text of the person. The changes of
   * one thing are sent in order.
   */
  thing: string
  /** Whether the change contains everything that an earlier change of the same thing contains, and so replaces it. */
  replaces?: boolean
  /** The code with which the server refuses the change if it is no longer needed. The change is then deleted. */
  notNeededAfter?: string
}

/** A change that is stored on this device. `refused` is the code with which the server refused it, otherwise null. */
export type WaitingChange = OutgoingChange & { number: number; refused: string | null }

/**
 * The changes stored on this device that the server has not accepted yet, oldest first. Empty until they are loaded.
 */
export const waitingChanges = createStore<readonly WaitingChange[]>([])

/** Returns the newest change of a thing that was not sent yet or was refused; undefined if there is none. */
export const waitingChange = (thing: string) => waitingChanges.get().findLast((change) => change.thing === thing)

type SentListener = (change: OutgoingChange, answer: unknown) => void
const sentListeners = new Set<SentListener>()

/**
 * Calls the listener with each change that the server has accepted, and with its answer, before the change is deleted
 * on this device. Returns a function that unsubscribes.
 */
export function onSent(listener: SentListener): () => void {
  sentListeners.add(listener)
  return () => void sentListeners.delete(listener)
}

/** Tells the listeners that the server has accepted a change. */
export const reportSent: SentListener = (change, answer) =>
  sentListeners.forEach((listener) => listener(change, answer))
