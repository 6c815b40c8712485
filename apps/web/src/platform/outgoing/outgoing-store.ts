import type { DraftDatabase } from '../offline/draft-database.ts'

/** The interface of the storage for the queue's changes and their files. The database of the browser has it. */
export type OutgoingStore = Pick<
  DraftDatabase,
  | 'outgoing'
  | 'addOutgoing'
  | 'saveOutgoing'
  | 'replaceOutgoing'
  | 'attemptOutgoing'
  | 'discardOutgoing'
  | 'saveFilePart'
  | 'fileParts'
  | 'discardFile'
  | 'discardUnusedFiles'
>

/** Opens the place that stores the changes of an account, and deletes what it stores for an account. */
export type OutgoingStorage = {
  open(account: string, database: DraftDatabase): Promise<OutgoingStore>
  erase(account: string): Promise<void>
}

/** A browser stores the changes in its database, which is erased as a whole. */
const browser: OutgoingStorage = {
  open: async (_, database) => database,
  erase: async () => {},
}

let current = browser

export const openOutgoingStore: OutgoingStorage['open'] = (account, database) => current.open(account, database)

/** Deletes the waiting changes that are stored for an account. A device that cannot delete a file does not keep the person from signing out. */
export const eraseOutgoingStore: OutgoingStorage['erase'] = (account) => current.erase(account).catch(() => {})

/** Replaces the place that stores the changes; null restores that of a browser. */
export function setOutgoingStorage(next: OutgoingStorage | null): void {
  current = next ?? browser
}
