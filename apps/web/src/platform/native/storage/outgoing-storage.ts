import type { OutgoingStorage } from '../../outgoing/outgoing-store.ts'
import type { NativeFiles } from './files.ts'
import { StoredChanges } from './stored-changes.ts'

/**
 * Stores the queued changes in files of the app. When the device needs space, the system may delete the database of a web view, but not the files
 * of an app.
 */
export function outgoingStorage(files: NativeFiles): OutgoingStorage {
  const opened = new Map<string, Promise<StoredChanges>>()
  return {
    open(account, database) {
      const known = opened.get(account)
      if (known) return known
      const opening = StoredChanges.open(files, account, database)
      opened.set(account, opening)
      opening.catch(() => opened.delete(account))
      return opening
    },
    async erase(account) {
      const changes = await opened.get(account)?.catch(() => null)
      opened.delete(account)
      await (changes ?? new StoredChanges(files, account)).erase()
    },
  }
}
