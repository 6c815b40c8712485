import type { AccountId } from '@attune/contract/common/ids'

let account: string | null = null

/**
 * Returns the account that this page shows; null before the login is loaded. Each call sends this account, so that the server refuses the call if
 * another tab has switched accounts.
 */
export const pageAccount = () => account

/** Sets the account that this page shows. A page keeps its account until another person signs in on it or the page is loaded again. */
export function setPageAccount(userId: AccountId | null) {
  account = userId
}

/** Returns the headers that name the account of this page. */
export const accountHeader = (): Record<string, string> => (account ? { 'x-attune-account': account } : {})
