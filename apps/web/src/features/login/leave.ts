import i18next from 'i18next'
import { backend } from '../../platform/backend/backend.ts'
import { forgetDrafts } from '../../platform/drafts.ts'
import { ConnectionError } from '../../platform/faults.ts'
import { settle } from '../../platform/gates.ts'
import { forgetLogin } from '../../platform/login.ts'
import { leftHere } from '../../platform/other-tabs.ts'
import { toast } from '../../ui/toast.ts'

/**
 * Logs out and returns to `/` [2.23]. The page is loaded anew: nothing of the person stays in memory. Without a
 * connection the login still stands, and that is said.
 */
export async function leave() {
  try {
    await backend.auth.signOut()
  } catch (error) {
    if (error instanceof ConnectionError) return toast.error(i18next.t('shell:logOutFailed'))
  }
  leftHere()
  forgetDrafts()
  forgetLogin()
  settle(false)
  return location.assign('/')
}
