import { redirect } from '@tanstack/react-router'
import { knownLogin, knownMe } from '../../platform/login.ts'
import { takeTarget } from '../../platform/target.ts'
import { ownDashboard } from '../../platform/where.ts'

/** Where a person who is signed in goes from here. */
export async function homeOf(): Promise<string | null> {
  const login = await knownLogin()
  if (!login) return null
  if (login.need) return takeTarget() ?? ownDashboard(login.role)
  const me = await knownMe()
  if (!me.onboarded || me.roleRequest?.status === 'waiting') return '/onboarding'
  return takeTarget() ?? ownDashboard(login.role)
}

/** Sends somebody who is signed in from `/` to their own dashboard. */
export async function homeInstead() {
  const home = await homeOf().catch(() => null)
  if (home) throw redirect({ href: home, replace: true })
}
