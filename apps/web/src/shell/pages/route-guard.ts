import type { ParsedLocation } from '@tanstack/react-router'
import { notFound, redirect } from '@tanstack/react-router'
import i18next from 'i18next'
import { isOnboarding } from '../../platform/login/landing-page.ts'
import { openDrafts } from '../../platform/draft/open-drafts.ts'
import { cachedLogin, cachedPerson } from '../../platform/login/login.ts'
import { saveRedirectAfterLogin } from '../../platform/login/redirect-after-login.ts'
import { isGuardianPage } from './guardian-pages.ts'
import { dashboardPage } from './page-lookup.ts'
import { routeAccess } from './route-access.ts'
import { toast } from '../../ui/toast/toast.ts'

/**
 * Lets a person open an address under /dashboard or redirects them (rows 6.01 to 6.04). Also redirects a person who has not finished the onboarding,
 * and a guardian without a record of their own whose dashboard does not have the page.
 */
export async function guardDashboard({ location }: { location: ParsedLocation }) {
  const cached = await cachedLogin()
  const [{ login, me }] = await Promise.all([cachedPerson(), cached && !cached.need && openDrafts(cached.userId)])
  if (!login) saveRedirectAfterLogin(location.href)
  const answer = routeAccess(location.pathname, login?.role ?? null)
  if (answer === 'not-found') throw notFound()
  if (answer !== 'stay') {
    if (answer.denied) toast.error(i18next.t('denied'))
    // The start page does not get the search parameters, because the address to return to after sign-in already
    // contains them.
    throw redirect({ href: answer.to === '/' ? '/' : answer.to + location.searchStr, replace: true })
  }
  if (me && isOnboarding(me)) throw redirect({ to: '/onboarding', replace: true })
  if (login?.guardian === 'only' && !isGuardianPage(dashboardPage(location.pathname)))
    throw redirect({ href: '/for', replace: true })
}

/**
 * Lets a signed-in client open the pages on which a guardian acts for someone. Redirects a client who has not finished the onboarding to the
 * onboarding, and everyone else to their own start page.
 */
export async function guardGuardianPages({ location }: { location: ParsedLocation }) {
  const { login, me } = await cachedPerson()
  if (!login) saveRedirectAfterLogin(location.href)
  if (login?.role !== 'client') throw redirect({ to: '/', replace: true })
  if (me && isOnboarding(me)) throw redirect({ to: '/onboarding', replace: true })
}
