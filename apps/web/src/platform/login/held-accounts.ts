import type { AccountId } from '@attune/contract/common/ids'
import { browserStorage, tabStorage } from '../safe-storage.ts'

const key = 'attune-accounts'
const addingKey = 'attune-adding'

/** Returns the ids of the accounts that pages of this browser have recorded as signed in. Empty if only the account of the page is signed in. */
export function heldAccounts(): string[] {
  try {
    const ids = JSON.parse(browserStorage.get(key) ?? '[]') as unknown
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Records the accounts that are signed in to this browser. The record may be outdated; pages use it to decide whether to ask the server. */
export function setHeldAccounts(ids: readonly AccountId[]) {
  if (ids.length > 0) browserStorage.set(key, JSON.stringify([...new Set(ids)]))
  else browserStorage.remove(key)
}

/** Whether several accounts are known to be signed in to this browser. */
export const holdsSeveralAccounts = () => heldAccounts().length > 1

export const isHeldAccount = (id: AccountId) => heldAccounts().includes(id)

/** Records in this tab that the next sign-in adds an account instead of replacing the active one. */
export const noteAdding = (active: string) => tabStorage.set(addingKey, active)
export const isAdding = () => tabStorage.get(addingKey) !== null

/** Called after a sign-in. If it added an account, stores both accounts and returns true. */
export function finishAdding(userId: AccountId): boolean {
  const active = tabStorage.get(addingKey)
  tabStorage.remove(addingKey)
  if (!active) return false
  setHeldAccounts([...heldAccounts(), active, userId])
  return true
}
