import type { AccountId, LoginId } from '@attune/contract/common/ids'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import type { SafeStorage } from '../safe-storage.ts'
import { backupValidMilliseconds } from './constants.ts'
import { loginBackupKey } from './login-backup-key.ts'

/** The person who was signed in. The backup contains no secret, because the login itself is in a cookie that no script can read [3.14]. */
export type LoginBackup = {
  session: { loginId: LoginId; role: LoginView['role'] }
  /** The time of the last auth event, in milliseconds since 1970. */
  timestamp: number
  user_id: AccountId
}

export function writeLoginBackup(keep: SafeStorage, login: LoginView, now: number) {
  const backup: LoginBackup = {
    session: { loginId: login.loginId, role: login.role },
    timestamp: now,
    user_id: login.userId,
  }
  keep.set(loginBackupKey, JSON.stringify(backup))
}

export const deleteLoginBackup = (keep: SafeStorage) => keep.remove(loginBackupKey)

/** Returns the backup if it is less than 1 hour old, otherwise null. Ignores a backup with a date in the future [9.07]. */
export function readLoginBackup(keep: SafeStorage, now: number): LoginBackup | null {
  try {
    const backup = JSON.parse(keep.get(loginBackupKey) ?? 'null') as LoginBackup | null
    const age = now - Number(backup?.timestamp)
    return backup && typeof backup.user_id === 'string' && age >= 0 && age < backupValidMilliseconds ? backup : null
  } catch {
    return null
  }
}
