import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import type { LoginBackup } from './login-backup.ts'
import { recoveryAttempts } from './constants.ts'

type RecoverySteps = {
  session: () => Promise<LoginView | null>
  refresh: () => Promise<LoginView | null>
  backup: () => LoginBackup | null
}

/**
 * Recovers a login after an unexpected loss [4.13]. Reads the login, then extends the login, then reads it again if
 * there is a backup younger than one hour. Stops at the first request that returns a login. Returns null if the login
 * has ended. Throws the last error if the server answered no request.
 */
export async function recoverLogin({ session, refresh, backup }: RecoverySteps): Promise<LoginView | null> {
  const steps = [session, refresh, async () => (backup() ? session() : null)].slice(0, recoveryAttempts)
  let lastError: unknown = null
  let answered = false
  for (const ask of steps) {
    try {
      const login = await ask()
      answered = true
      if (login) return login
    } catch (error) {
      lastError = error
    }
  }
  if (!answered) throw lastError
  return null
}
