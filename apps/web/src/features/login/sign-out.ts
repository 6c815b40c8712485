import i18next from 'i18next'
import { ConnectionError } from '../../platform/errors.ts'
import { finishReauthentication } from '../../platform/reauthentication.ts'
import { realtimeClient } from '../../platform/realtime-client.ts'
import { clearLogin, cachedLogin } from '../../platform/login.ts'
import { abandonPage, clearAccountData, hasUnsentText } from '../../platform/unsaved.ts'
import { toast } from '../../ui/toast.ts'
import { signOutQuestion } from './sign-out-question.ts'

/** Signs out and returns to `/` [2.23]. If there is unsent text, asks first. */
export async function signOutOrAsk() {
  if (await hasUnsentText()) return signOutQuestion.set(true)
  return signOutWithoutAsking()
}

/**
 * Signs out without asking. Loads `/` anew, so that no data of the person stay in memory. Without a connection, the
 * person stays signed in and a toast says so.
 */
export async function signOutWithoutAsking() {
  signOutQuestion.set(false)
  const login = await cachedLogin().catch(() => null)
  // Stops realtime first: the server closes the sockets of the ended login, and this page would otherwise ask the
  // person to sign in again.
  realtimeClient.stop()
  try {
    // This import needs no request, because the code of the login has already loaded the module.
    const { backend } = await import('../../platform/backend/backend.ts')
    await backend.auth.signOut()
  } catch (error) {
    if (error instanceof ConnectionError) {
      realtimeClient.start()
      return toast.error(i18next.t('shell:logOutFailed'))
    }
  }
  if (login) await clearAccountData(login.userId)
  else abandonPage()
  clearLogin()
  finishReauthentication(false)
  return location.assign('/')
}
