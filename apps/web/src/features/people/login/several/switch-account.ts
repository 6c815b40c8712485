import type { AccountId } from '@attune/contract/common/ids'
import i18next from 'i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { announceSwitch, idleLock } from '../../../../platform/auth/auth.ts'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { pageAccount } from '../../../../platform/login/page-account.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { realtimeClient } from '../../../../platform/realtime/realtime-client.ts'
import { finishReauthentication, setSignedInHere } from '../../../../platform/login/reauthentication.ts'
import { abandonPage } from '../../../../platform/draft/unsaved.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { accountToUnlock } from './account-to-unlock.ts'
import type { HeldAccount } from './use-accounts.ts'

/** Reloads the app for the account that is now active. No data of the previous account stays in memory; drafts stay on the device. */
export function openActiveAccount() {
  drafts.flush()
  setSignedInHere(false)
  realtimeClient.stop()
  abandonPage()
  location.assign('/')
}

/**
 * Makes another account of this browser the active one and opens it. If it is already the account of this page (another tab had switched away), the
 * page continues unchanged. Throws the server's refusal, such as LOCKED.
 */
export async function switchTo(userId: AccountId, password?: string): Promise<void> {
  await api.login.switchAccount({ userId, ...(password !== undefined && { password }) })
  if (password !== undefined) idleLock.unlockAccount(userId)
  announceSwitch(userId)
  accountToUnlock.set(null)
  if (userId !== pageAccount()) return openActiveAccount()
  finishReauthentication(true)
  realtimeClient.restart()
  void queryClient.invalidateQueries({ queryKey: orpc.login.accounts.key() })
}

/** Switches to an account. Asks for its password first if it was inactive for too long. A toast reports a failure. */
export async function switchOrUnlock(account: HeldAccount): Promise<void> {
  try {
    await switchTo(account.userId)
  } catch (error) {
    if (errorCode(error) === 'LOCKED') return accountToUnlock.set(account)
    await i18next.loadNamespaces('accountSwitcher')
    toast.error(
      errorCode(error) === 'NOT_FOUND'
        ? i18next.t('accountSwitcher:ended', { name: account.displayName })
        : i18next.t('accountSwitcher:failed'),
    )
    void queryClient.invalidateQueries({ queryKey: orpc.login.accounts.key() })
  }
}
