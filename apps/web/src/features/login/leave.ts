import i18next from 'i18next'
import { backend } from '../../platform/backend/backend.ts'
import { ConnectionError } from '../../platform/faults.ts'
import { settle } from '../../platform/gates.ts'
import { forgetLogin, knownLogin } from '../../platform/login.ts'
import { giveUp, giveUpAll, somethingUnsaved } from '../../platform/unsaved.ts'
import { toast } from '../../ui/toast.ts'

let asking = false
const listeners = new Set<() => void>()

function ask(open: boolean) {
  asking = open
  for (const listener of listeners) listener()
}

/** Whether it is being asked if unsent words may go. */
export const leaveAsked = () => asking
export const stay = () => ask(false)
export function onLeaveAsked(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Logs out and returns to `/` [2.23]; with something unsent it asks first. */
export async function leave() {
  if (await somethingUnsaved()) return ask(true)
  return leaveAnyway()
}

/**
 * The page is loaded anew: nothing of the person stays in memory. Without a connection the login still stands, and
 * that is said.
 */
export async function leaveAnyway() {
  ask(false)
  const login = await knownLogin().catch(() => null)
  try {
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
