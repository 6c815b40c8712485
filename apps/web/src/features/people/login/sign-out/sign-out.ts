import i18next from 'i18next'
import { errorCode, isConnectionError } from '../../../../platform/api/errors.ts'
import { finishReauthentication } from '../../../../platform/login/reauthentication.ts'
import { realtimeClient } from '../../../../platform/realtime/realtime-client.ts'
import { heldAccounts, isHeldAccount, setHeldAccounts } from '../../../../platform/login/held-accounts.ts'
import { clearLogin, cachedLogin } from '../../../../platform/login/login.ts'
import { pushAccountKey } from '../../../../platform/push/push-flag.ts'
import { browserStorage } from '../../../../platform/safe-storage.ts'
import { abandonPage, clearAccountData, hasUnsentText } from '../../../../platform/draft/unsaved.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { signOutQuestion } from './question.ts'

/** The maximum time in milliseconds that a sign-out waits for the push subscription of this browser to end. */
const pushEndMilliseconds = 2_000
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Signs out and opens `/` [2.23]. If this browser holds several accounts, another one is then active. With `everyone`, signs out all of them. If
 * there is unsent text, opens a dialog first.
 */
export async function signOutOrAsk(everyone = false) {
  if (await hasUnsentText(everyone ? heldAccounts() : [])) return signOutQuestion.set(everyone ? 'all' : 'one')
  return signOutWithoutAsking(everyone)
}

/**
 * Signs out without a question. Reloads the app at `/` to remove the person's data from memory. If the server cannot be
 * reached or does not end the login, the person stays signed in and a toast reports the failure.
 */
export async function signOutWithoutAsking(everyone = false) {
  signOutQuestion.set(null)
  const login = await cachedLogin().catch(() => null)
  // Stops the realtime client before the sign-out. Otherwise the server closes the socket and this page asks the person
  // to sign in again.
  realtimeClient.stop()
  try {
    // This import needs no request, because the code of the login has already loaded the module.
    const { backendAuth } = await import('../../../../platform/backend/auth.ts')
    await backendAuth.signOut(everyone)
  } catch (error) {
    // The code NO_LOGIN means that the login had already ended.
    if (errorCode(error) !== 'NO_LOGIN') {
      realtimeClient.start()
      return toast.error(i18next.t(isConnectionError(error) ? 'shell:logOutFailed' : 'shell:logOutRefused'))
    }
  }
  const pushedTo = browserStorage.get(pushAccountKey)
  if (pushedTo && (everyone || pushedTo === login?.userId || !isHeldAccount(pushedTo))) {
    // The server has already ended the push notifications together with the login, so the sign-out does not depend on the browser's push service.
    const ended = import('../../../../platform/push/push-browser.ts').then(({ turnOffPush }) => turnOffPush())
    await Promise.race([ended.catch(() => {}), sleep(pushEndMilliseconds)])
  }
  const accounts = everyone ? heldAccounts() : []
  setHeldAccounts(everyone ? [] : heldAccounts().filter((id) => id !== login?.userId))
  for (const account of new Set([...accounts, ...(login ? [login.userId] : [])])) await clearAccountData(account)
  if (!login) abandonPage()
  clearLogin()
  finishReauthentication(false)
  return location.assign('/')
}
