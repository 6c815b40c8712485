import type { LoginView, Me } from './login.ts'
import { cachedLogin, cachedMe } from './login.ts'
import { takeRedirectAfterLogin } from './redirect-after-login.ts'

/** Whether this person still has onboarding steps to do or waits for a decision on a role request. */
export const isOnboarding = (me: Me) => !me.onboarded || me.roleRequest?.status === 'waiting'

/** Returns the page to open after signing in. Returns null for a visitor. */
export async function landingPage(login?: LoginView): Promise<string | null> {
  const known = login ?? (await cachedLogin())
  if (!known) return null
  if (!known.need && isOnboarding(await cachedMe())) return '/onboarding'
  return takeRedirectAfterLogin() ?? `/dashboard/${known.role}`
}
