let account: string | null = null

/**
 * Returns the account that this page shows; null before the login is loaded. Each call names this account, so that the server refuses the call
 * if another tab has made another account the active one.
 */
export const pageAccount = () => account

/** Sets the account that this page shows. A page keeps its account until another person signs in on it or the page is loaded again. */
export function setPageAccount(userId: string | null) {
  account = userId
}

/** The headers with which a call names the account of this page. */
export const accountHeader = (): Record<string, string> => (account ? { 'x-attune-account': account } : {})
