/** Locks the page in all tabs, and the login on the server. The code of the lock loads after the page. */
export function lockAllTabs() {
  void import('./auth.ts').then(({ idleLock }) => idleLock.lock())
}
