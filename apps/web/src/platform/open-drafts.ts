/** Loads the drafts of an account. The code is fetched with the first page of a signed-in person. */
export const openDrafts = (account: string): Promise<void> => {
  // Fetched in parallel, because drafts.ts would request it only after it has loaded itself.
  void import('./draft-database.ts').catch(() => {})
  return import('./drafts.ts').then(({ drafts }) => drafts.open(account))
}
