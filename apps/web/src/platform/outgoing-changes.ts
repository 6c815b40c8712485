import { createStore, useStore } from './create-store.ts'
import { isOffline } from './errors.ts'

/** A change of the person that is sent to the server once there is a connection. */
export type OutgoingChange = {
  /** The procedure of the API. */
  path: readonly [feature: string, procedure: string]
  /** The input of the procedure. It contains an id made by the browser, so that sending it twice changes nothing. */
  input: object
  /** What the change is about, by ids only. The changes of one thing are sent in order. */
  thing: string
  /** Whether the change contains everything that an earlier change of the same thing contains, and so replaces it. */
  replaces?: boolean
  /** The code with which the server refuses the change if it is no longer needed. The change is then deleted. */
  notNeededAfter?: string
}

/** A change that is stored on this device. `refused` is the code with which the server refused it, otherwise null. */
export type WaitingChange = OutgoingChange & { number: number; refused: string | null }

/** The changes that wait on this device, oldest first. Empty until they are loaded. */
export const waitingChanges = createStore<readonly WaitingChange[]>([])

/** Returns the newest change of a thing that waits to be sent or was refused. */
export const waitingChange = (thing: string) => waitingChanges.get().findLast((change) => change.thing === thing)

/** The newest change of a thing that waits to be sent or was refused. */
export const useWaitingChange = (thing: string) => useStore(waitingChanges).findLast((change) => change.thing === thing)

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

const queue = () => import('./outgoing-queue.ts').then((file) => file.outgoingQueue)

/** Stores a change on this device and sends it as soon as possible. Throws if this browser cannot store it. */
export const sendLater = async (change: OutgoingChange): Promise<void> => (await queue()).add(change)

/**
 * Sends a change now. If there is no connection, or an earlier change of the same thing waits, stores it to be sent
 * later and returns null; `before` stores what has to be sent first. Throws the refusal, and the connection error if
 * this browser cannot store the change.
 */
export async function sendNowOrLater<Answer>(
  change: OutgoingChange,
  send: (options: { context: { offline: 'fail' } }) => Promise<Answer>,
  before?: () => Promise<void> | false,
): Promise<Answer | null> {
  const earlier = waitingChange(change.thing)
  let failure: unknown = null
  if (!earlier || earlier.refused !== null) {
    try {
      return await send({ context: { offline: 'fail' } })
    } catch (error) {
      if (!isOffline(error)) throw error
      failure = error
    }
  }
  try {
    await before?.()
    await sendLater(change)
  } catch (error) {
    throw failure ?? error
  }
  return null
}

/** Deletes a change that waits on this device, because the person has discarded it or saved it in another way. */
export const discardWaiting = async ({ number }: WaitingChange): Promise<void> => (await queue()).discard(number)

/** Loads the changes of an account that wait on this device, and sends them. */
export const openOutgoing = async (account: string): Promise<void> => (await queue()).open(account)

/** Clears the loaded changes. Called on sign-out, before they are deleted on this device. */
export function closeOutgoing() {
  waitingChanges.set([])
  void queue().then((loaded) => loaded.close())
}
