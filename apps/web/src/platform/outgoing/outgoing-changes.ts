import type { FileId } from '@attune/contract/common/ids'
import { useStore } from '../create-store.ts'
import { isConnectionError, isStorageError } from '../api/errors.ts'
import { waitingChange, pendingChanges, type OutgoingChange, type PendingChange } from './outgoing-state.ts'

/** Returns the newest change of `thing` that was not sent yet or was refused; undefined if there is none. */
export const useWaitingChange = (thing: string) => useStore(pendingChanges).findLast((change) => change.thing === thing)

const queue = () => import('./outgoing-queue.ts').then((file) => file.outgoingQueue)

/**
 * Stores a change and its files that are not uploaded yet on this device, and sends it as soon as possible. Throws if this browser cannot store the
 * change.
 */
export const sendLater = async (change: OutgoingChange, blobs?: ReadonlyMap<string, Blob>): Promise<void> =>
  (await queue()).add(change, blobs)

/** Returns a file of a waiting change that is not uploaded yet; null if this browser does not have it. */
export const readWaitingFile = async (id: FileId): Promise<Blob | null> => (await queue()).files.read(id)

/**
 * Sends a change now. If there is no connection, or an earlier change of the same thing still waits to be sent, stores the change and returns null.
 * `before` stores the changes that must be sent first. Throws an error if the server refuses the change. Throws STORAGE_FULL if this device has no
 * space for the change, and the connection error if it cannot store changes at all.
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
      if (!isConnectionError(error)) throw error
      failure = error
    }
  }
  try {
    await before?.()
    await sendLater(change)
  } catch (error) {
    throw isStorageError(error) ? error : (failure ?? error)
  }
  return null
}

/**
 * Refetches the data that a mutation changes. Use this function in the mutation's `onSettled`. The mutation is pending until the returned promise is
 * resolved, and without a connection a refetch ends only when the connection is back. Therefore waits for the refetch only if the server has
 * answered.
 */
export async function refetchAfter(answer: unknown, refetch: () => Promise<unknown>): Promise<void> {
  const refetched = refetch()
  if (answer !== null && answer !== undefined) await refetched
}

/**
 * Deletes a stored change that is no longer needed: the person has discarded it or edits its text again, or a later
 * save contains it.
 */
export const discardWaiting = async ({ number }: PendingChange): Promise<void> => (await queue()).discard(number)

/** Withdraws a change that waits for its files, so that the person can edit it. */
export const withdrawWaiting = async ({ number }: PendingChange): Promise<void> => (await queue()).withdraw(number)
