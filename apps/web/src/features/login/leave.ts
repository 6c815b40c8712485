import i18next from 'i18next'
import { ConnectionError } from '../../platform/faults.ts'
import { settle } from '../../platform/gates.ts'
import { forgetLogin, knownLogin } from '../../platform/login.ts'
import { giveUp, giveUpAll, somethingUnsaved } from '../../platform/unsaved.ts'
import { toast } from '../../ui/toast.ts'
import { askToLeave } from './leave-asked.ts'

/** Signs out and returns to `/` [2.23]. With unsent text it asks first. */
export async function leave() {
  if (await somethingUnsaved()) return askToLeave(true)
  return leaveAnyway()
}

/**
 * Signs out without asking. The page is reloaded, so that nothing of the person stays in memory. Without a connection
 * the login remains, and a message says so.
 */
export async function leaveAnyway() {
  askToLeave(false)
  const login = await knownLogin().catch(() => null)
  try {
    // Already loaded with the login code.
    const { backend } = await import('../../platform/backend/backend.ts')
    await backend.auth.signOut()
  } catch (error) {
    if (error instanceof ConnectionError) return toast.error(i18next.t('shell:logOutFailed'))
  }
  if (login) await giveUpAll(login.userId)
  else giveUp()
  forgetLogin()
  settle(false)
  return location.assign('/')
}
