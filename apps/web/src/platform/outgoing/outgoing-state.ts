import type { FileId } from '@attune/contract/common/ids'
import { createStore } from '../create-store.ts'

/** A file of a change. The change is sent after all its files are uploaded. */
export type OutgoingFile = {
  id: FileId
  isUploaded: boolean
  /** The reason why the server refused the file; null if it did not. */
  problem: string | null
}

/** A change of the person that is sent to the server once there is a connection. */
export type OutgoingChange = {
  /** The path of the procedure in the API. */
  path: readonly [feature: string, procedure: string]
  /**
   * The input of the procedure. The input contains an id that the browser created, so sending it twice changes nothing.
   */
  input: object
  /**
   * The name of the changed object, such as `task-<id>`. The name never contains a text of the person. The changes of
   * one object are sent in order.
   */
  thing: string
  /**
   * Whether the change contains everything that an earlier change of the same thing contains, and therefore replaces
   * it.
   */
  replaces?: boolean
  /**
   * The error code that the server returns if the change is no longer needed. A change that is refused with this code
   * is deleted.
   */
  notNeededAfter?: string
  /** The data with which the browser shows the change while it waits, such as the questions of an answer. It is never sent. */
  shownWith?: object
  /** The files that must be uploaded before the change is sent. */
  files?: readonly OutgoingFile[]
}

/** Whether a change waits until its files are uploaded. */
export const waitsForFiles = ({ files }: OutgoingChange): boolean =>
  files?.some(({ isUploaded }) => !isUploaded) ?? false

/** A change that is stored on this device. */
export type PendingChange = OutgoingChange & {
  /** The position in the queue. */
  number: number
  /** The error code if the server refused the change; otherwise null. */
  refused: string | null
}

/** The value of `refused` for a change that the person has withdrawn. */
export const withdrawn = 'WITHDRAWN'

/** The changes on this device that the server has not accepted, oldest first. Empty until they are loaded. */
export const pendingChanges = createStore<readonly PendingChange[]>([])

/** Returns the newest change of a thing that was not sent yet or was refused; undefined if there is none. */
export const waitingChange = (thing: string) => pendingChanges.get().findLast((change) => change.thing === thing)

type SentListener = (change: OutgoingChange, answer: unknown) => void
const sentListeners = new Set<SentListener>()

/**
 * Calls the listener with each change that the server has accepted, and with the server's response, before the change is deleted on this device.
 * Returns a function that unsubscribes.
 */
export function onSent(listener: SentListener): () => void {
  sentListeners.add(listener)
  return () => void sentListeners.delete(listener)
}

/** Calls the listeners with a change that the server has accepted, and with the server's response. */
export const reportSent: SentListener = (change, answer) =>
  sentListeners.forEach((listener) => listener(change, answer))
