import type { LoginView, Me } from './login.ts'
import { knownLogin, knownMe } from './login.ts'
import { takeTarget } from './target.ts'
import { ownDashboard } from './where.ts'

/** Whether onboarding still asks this person something, or somebody has yet to decide about them. */
export const stillOnboarding = (me: Me) => !me.onboarded || me.roleRequest?.status === 'waiting'

/** Where a person who is signed in goes from here; null for a visitor. */
export async function homeOf(login?: LoginView): Promise<string | null> {
  const known = login ?? (await knownLogin())
  if (!known) return null
  if (!known.need && stillOnboarding(await knownMe())) return '/onboarding'
  return takeTarget() ?? ownDashboard(known.role)
}
