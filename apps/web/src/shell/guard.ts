import type { ParsedLocation } from '@tanstack/react-router'
import { notFound, redirect } from '@tanstack/react-router'
import i18next from 'i18next'
import { stillOnboarding } from '../platform/home.ts'
import { openDrafts } from '../platform/open-drafts.ts'
import { knownLogin, knownMe } from '../platform/login.ts'
import { rememberTarget } from '../platform/target.ts'
import { where } from '../platform/where.ts'
import { toast } from '../ui/toast.ts'

/** Decides who may open an address under /dashboard, and redirects everyone else (rows 6.01 to 6.04). */
export async function guard({ location }: { location: ParsedLocation }) {
  const login = await knownLogin()
  if (!login) rememberTarget(location.href)
  const answer = where(location.pathname, login?.role ?? null)
  if (answer === 'not-found') throw notFound()
  if (answer !== 'stay') {
    if (answer.denied) toast.error(i18next.t('denied'))
    // The search parameters are stored with the address to return to; the public page has its own.
    throw redirect({ href: answer.to === '/' ? '/' : answer.to + location.searchStr, replace: true })
  }
  if (!login || login.need) return
  const [me] = await Promise.all([knownMe(), openDrafts(login.userId)])
  if (stillOnboarding(me)) throw redirect({ to: '/onboarding', replace: true })
}
