import type { LoginView, Me } from './login.ts'
import { cachedLogin, cachedMe } from './login.ts'
import { takeRedirectAfterLogin } from './redirect-after-login.ts'

/** Whether this person still has onboarding steps, or a role request that waits for a decision. */
export const isOnboarding = (me: Me) => !me.onboarded || me.roleRequest?.status === 'waiting'

/** The page after signing in; null for a visitor. */
export async function landingPage(login?: LoginView): Promise<string | null> {
  const known = login ?? (await cachedLogin())
  if (!known) return null
  if (!known.need && isOnboarding(await cachedMe())) return '/onboarding'
  return takeRedirectAfterLogin() ?? `/dashboard/${known.role}`
}
