import type { ParsedLocation } from '@tanstack/react-router'
import { redirect } from '@tanstack/react-router'
import { isOnboarding } from '../../platform/login/landing-page.ts'
import { cachedPerson } from '../../platform/login/login.ts'
import { saveRedirectAfterLogin } from '../../platform/login/redirect-after-login.ts'

/** Lets a therapist or a client open the page of a call. Redirects everyone else to their own start page. */
export async function guardCallPage({ location }: { location: ParsedLocation }) {
  const { login, me } = await cachedPerson()
  if (!login) saveRedirectAfterLogin(location.href)
  if (!login || login.role === 'admin') throw redirect({ to: '/', replace: true })
  if (me && isOnboarding(me)) throw redirect({ to: '/onboarding', replace: true })
}
