/**
 * Loads the drafts of an account, and sends the changes of the account that are stored on this device. The code for
 * both is loaded when this function is first called.
 */
export const openDrafts = (account: string): Promise<void> => {
  // Both files are loaded in parallel, because drafts.ts itself would request draft-database.ts only after it has been
  // loaded.
  void import('./draft-database.ts').catch(() => {})
  void import('./outgoing-queue.ts').then(({ outgoingQueue }) => outgoingQueue.open(account)).catch(() => {})
  return import('./drafts.ts').then(({ drafts }) => drafts.open(account))
}
