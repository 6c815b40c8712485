import { browserStorage } from '../safe-storage.ts'

/** The storage key of the login backup. */
export const loginBackupKey = 'attune-session-backup'

/** Whether this browser had a login that no sign-out has ended. */
export const hasLoginBackup = () => browserStorage.get(loginBackupKey) !== null
