import { browserStorage } from '../safe-storage.ts'

export const loginBackupKey = 'attune-session-backup'

/** Whether this browser stores a login backup. A sign-out deletes the backup. */
export const hasLoginBackup = () => browserStorage.get(loginBackupKey) !== null
