/** Loads the lock screen, which has to open without a connection too. */
export const loadLockScreen = () => import('../features/people/login/lock/LockScreen.tsx')
