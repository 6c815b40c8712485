/** Loads the lock screen, which must also open offline, and the layer that removes the page from the document. */
export const loadLockScreen = () => {
  void import('./lock/LockLayer.tsx').catch(() => {})
  return import('../features/people/login/lock/LockScreen.tsx')
}
