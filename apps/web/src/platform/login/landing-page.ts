import type { Me } from './login.ts'
import { cachedPerson } from './login.ts'
import { takeRedirectAfterLogin } from './redirect-after-login.ts'

/** Whether this person still has onboarding steps to do or waits for a decision on a role request. */
export const isOnboarding = (me: Me) => !me.onboarded || me.roleRequest?.status === 'waiting'

/** Returns the page to open after signing in. Returns null for a visitor. */
export async function landingPage(): Promise<string | null> {
  const { login, me } = await cachedPerson()
  if (!login) return null
  if (me && isOnboarding(me)) return '/onboarding'
  return takeRedirectAfterLogin() ?? `/dashboard/${login.role}`
}
