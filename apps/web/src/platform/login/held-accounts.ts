import { browserStorage, tabStorage } from '../safe-storage.ts'

const key = 'attune-accounts'
const addingKey = 'attune-adding'

/**
 * Returns the ids of the accounts that this browser holds as far as its pages know. Empty if it holds only the account of the page; a visitor may
 * find one that is still signed in.
 */
export function heldAccounts(): string[] {
  try {
    const ids = JSON.parse(browserStorage.get(key) ?? '[]') as unknown
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Stores which accounts this browser holds. The server decides it; pages use this list to know whether to ask the server. */
export function setHeldAccounts(ids: readonly string[]) {
  if (ids.length > 0) browserStorage.set(key, JSON.stringify([...new Set(ids)]))
  else browserStorage.remove(key)
}

/** Whether this browser is known to hold several accounts. */
export const holdsSeveralAccounts = () => heldAccounts().length > 1

export const isHeldAccount = (id: string) => heldAccounts().includes(id)

/** Notes in this tab that the next sign-in adds an account beside the active one. */
export const noteAdding = (active: string) => tabStorage.set(addingKey, active)
export const isAdding = () => tabStorage.get(addingKey) !== null

/** Called after a sign-in. If it added an account, stores that this browser holds both and returns true. */
export function finishAdding(userId: string): boolean {
  const active = tabStorage.get(addingKey)
  tabStorage.remove(addingKey)
  if (!active) return false
  setHeldAccounts([...heldAccounts(), active, userId])
  return true
}
