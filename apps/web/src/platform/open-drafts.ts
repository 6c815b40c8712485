/** Reads what an account left in this browser; the machine comes with the first page that somebody signed in opens. */
export const openDrafts = (account: string): Promise<void> => {
  // Fetched together; drafts.ts asks for it one after the other.
  void import('./shelf.ts').catch(() => {})
  return import('./drafts.ts').then(({ drafts }) => drafts.open(account))
}
