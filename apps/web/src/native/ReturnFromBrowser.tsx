import i18next from 'i18next'
import { useEffect } from 'react'
import { type Store, useStore } from '../platform/create-store.ts'
import { acceptLogin, loginInCache } from '../platform/login/login.ts'
import { BiometricUnlock } from '../platform/native/device/biometric-unlock.ts'
import { unlockServer } from '../platform/native/device/unlock-server.ts'
import { redeemCode } from '../platform/native/connection/browser-sign-in.ts'
import type { PracticeConnection } from '../platform/native/connection/connection.ts'
import type { NativePort } from '../platform/native/port.ts'
import { finishReauthentication } from '../platform/login/reauthentication.ts'
import { abandonPage } from '../platform/draft/unsaved.ts'
import { toast } from '../ui/toast/toast.ts'

type Props = { port: NativePort; connection: PracticeConnection; code: Store<string | null> }

/**
 * Applies the login of a person who has proved their identity in the system's browser, while the app was locked or had asked them to sign in again.
 * If another person has signed in, restarts the app, because the page shows data of the first person.
 */
export function ReturnFromBrowser({ port, connection, code }: Props) {
  const arrived = useStore(code)
  useEffect(() => {
    if (!arrived) return
    code.set(null)
    void continueWith(arrived, port, connection).catch(() => toast.error(i18next.t('native:signIn.failed')))
  }, [arrived, code, port, connection])
  return null
}

async function continueWith(code: string, port: NativePort, connection: PracticeConnection): Promise<void> {
  const before = loginInCache()
  const { token, login } = await redeemCode(port, code)
  await connection.setToken(token)
  if (before && before.userId !== login.userId) {
    abandonPage()
    return location.reload()
  }
  await new BiometricUnlock(port, unlockServer).passwordProved(login.userId)
  acceptLogin(login)
  finishReauthentication(true)
}
