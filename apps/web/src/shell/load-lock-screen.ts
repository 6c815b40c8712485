/** Loads the lock screen, which has to open without a connection too, and the layer that takes the page out of the document. */
export const loadLockScreen = () => {
  void import('./lock/LockLayer.tsx').catch(() => {})
  return import('../features/people/login/lock/LockScreen.tsx')
}
