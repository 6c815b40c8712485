import type { LoginView, Me } from './login.ts'
import { knownLogin, knownMe } from './login.ts'
import { takeTarget } from './target.ts'
import { ownDashboard } from './where.ts'

/** Whether this person still has onboarding steps, or a role request that waits for a decision. */
export const stillOnboarding = (me: Me) => !me.onboarded || me.roleRequest?.status === 'waiting'

/** The page after signing in; null for a visitor. */
export async function homeOf(login?: LoginView): Promise<string | null> {
  const known = login ?? (await knownLogin())
  if (!known) return null
  if (!known.need && stillOnboarding(await knownMe())) return '/onboarding'
  return takeTarget() ?? ownDashboard(known.role)
}
