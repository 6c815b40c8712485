import { browserStorage, tabStorage } from '../safe-storage.ts'
import { unlockedPlanKey } from '../offline/unlocked-plan-flag.ts'

const open = new Map<object, () => void>()
let abandoned = false

/**
 * Registers that the page has unsaved text; `drop` discards this text. Returns a function that unregisters the text.
 */
export function registerUnsaved(drop: () => void = () => {}): () => void {
  const entry = {}
  open.set(entry, drop)
  return () => void open.delete(entry)
}

export const hasUnsavedChanges = () => open.size > 0

const loadQueue = () => import('../outgoing/outgoing-queue.ts').then(({ outgoingQueue }) => outgoingQueue)
const loadDrafts = () => import('./drafts.ts').then(({ drafts }) => drafts)

const loadDatabase = () => import('../offline/try-with-database.ts').then(({ tryWithDatabase }) => tryWithDatabase)

/** Whether signing out of the active account and of `others` would lose text that was written in this browser. */
export async function hasUnsentText(others: readonly string[] = []): Promise<boolean> {
  if (hasUnsavedChanges() || (await loadQueue()).isWaiting || (await loadDrafts()).hasDrafts) return true
  if (others.length === 0) return false
  const found = await (await loadDatabase())((database) => Promise.all(others.map((id) => database.holdsUnsent(id))))
  return found?.includes(true) ?? false
}

/** Discards the unsaved text of this page. */
export const discardUnsaved = () => open.forEach((drop) => drop())

const keyPrefix = 'attune-'

/**
 * Marks the page as abandoned, so that no dialog asks about unsaved text, and removes the values that the app stored
 * for this tab. Stored drafts are kept.
 */
export function abandonPage() {
  abandoned = true
  for (const key of tabStorage.keys()) if (key.startsWith(keyPrefix)) tabStorage.remove(key)
}

/** Deletes the data that this browser stores for the account. Called after a sign-out. */
export async function clearAccountData(account: string): Promise<void> {
  abandonPage()
  browserStorage.remove(unlockedPlanKey)
  await (await loadQueue()).erase(account)
  await (await loadDrafts()).erase(account)
}

export const isPageAbandoned = () => abandoned

/** Resets this module to the state of a page that has just been loaded. */
export function resetUnsaved() {
  open.clear()
  abandoned = false
}
