import type { DraftDatabase, StoredOutgoing } from '../offline/draft-database.ts'
import { decrypt, encrypt } from '../offline/encryption.ts'
import type { OutgoingChange, PendingChange } from './outgoing-state.ts'

/** The part of the browser's database that stores the queue's changes and their files. */
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

/** An account whose unsent changes are stored on this device. */
export type OpenedAccount = {
  /** The id of the account. */
  account: string
  /** The store of its changes. */
  store: OutgoingStore
  /** The key that encrypts them. */
  key: CryptoKey
}

const nameOf = (account: string) => `${account}outgoing`

/** Encrypts a change as it is stored. */
export const encryptChange = ({ account, key }: OpenedAccount, change: OutgoingChange) =>
  encrypt(key, nameOf(account), change)

/** Decrypts a stored change. Returns null if it was encrypted with another key. */
export async function decryptChange(
  { account, key }: OpenedAccount,
  stored: StoredOutgoing,
): Promise<PendingChange | null> {
  const change = (await decrypt(key, nameOf(account), stored).catch(() => null)) as OutgoingChange | null
  // Earlier versions stored a locked screen as a refusal. Such a change is not refused, but is sent after the person has unlocked the screen.
  const refused = stored.refused === 'SCREEN_LOCKED' ? null : stored.refused
  return change && { ...change, number: stored.number as number, refused }
}

/** The storage of the changes: the database of a browser, or files of the app. */
export type OutgoingStorage = {
  /** Opens the storage for the changes of an account. */
  open(account: string, database: DraftDatabase): Promise<OutgoingStore>
  /** Erases the data of an account in this storage. */
  erase(account: string): Promise<void>
}

/** In a browser, the database stores the changes. `DraftStore` erases all data of an account there. */
const browser: OutgoingStorage = {
  open: async (_, database) => database,
  erase: async () => {},
}

let current = browser

export const openOutgoingStore: OutgoingStorage['open'] = (account, database) => current.open(account, database)

/** Deletes the waiting changes that are stored for an account. A file that cannot be deleted does not prevent signing out. */
export const eraseOutgoingStore: OutgoingStorage['erase'] = (account) => current.erase(account).catch(() => {})

/** Replaces the storage of the changes; null restores that of a browser. */
export function setOutgoingStorage(next: OutgoingStorage | null): void {
  current = next ?? browser
}
