import type { ParsedLocation } from '@tanstack/react-router'
import { notFound, redirect } from '@tanstack/react-router'
import { stillOnboarding } from '../platform/home.ts'
import { knownLogin, knownMe } from '../platform/login.ts'
import { rememberTarget } from '../platform/target.ts'
import { where } from '../platform/where.ts'

/** Decides who may open an address under /dashboard, and sends everybody else to where they belong (rows 6.01 to 6.04). */
export async function guard({ location }: { location: ParsedLocation }) {
  const login = await knownLogin()
  if (!login) rememberTarget(location.href)
  const answer = where(location.pathname, login?.role ?? null)
  if (answer === 'not-found') throw notFound()
  if (answer !== 'stay') throw redirect({ href: answer.denied ? '/?denied=1' : answer.to + location.searchStr, replace: true })
  if (!login || login.need) return
  const me = await knownMe()
  if (stillOnboarding(me)) throw redirect({ to: '/onboarding', replace: true })
}
