import type { LoginView } from '@attune/contract/features/login.shapes'
import type { Backup } from './backup.ts'
import { recoveryAttempts } from './constants.ts'

type Ways = {
  session: () => Promise<LoginView | null>
  refresh: () => Promise<LoginView | null>
  backup: () => Backup | null
}

/**
 * After an unexpected loss [4.13]: the current session, then a refresh, then, where a backup younger than one hour says
 * that somebody was here, the server once more with the cookie that is still there. Three questions in all; null means
 * that the login is over. A question without an answer counts, and the last such fault is thrown when nobody answered.
 */
export async function recover({ session, refresh, backup }: Ways): Promise<LoginView | null> {
  const ways = [session, refresh, async () => (backup() ? session() : null)].slice(0, recoveryAttempts)
  let fault: unknown = null
  let answered = false
  for (const ask of ways) {
    try {
      const login = await ask()
      answered = true
      if (login) return login
    } catch (error) {
      fault = error
    }
  }
  if (!answered) throw fault
  return null
}
