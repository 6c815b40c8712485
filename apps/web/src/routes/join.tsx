import { createFileRoute, redirect } from '@tanstack/react-router'
import { landingPage } from '../platform/login/landing-page.ts'
import { saveInviteCode } from '../platform/login/invite-code.ts'
import { cachedLogin } from '../platform/login/login.ts'
import { saveRedirectAfterLogin } from '../platform/login/redirect-after-login.ts'

/**
 * Opens an invite link: saves the code and redirects. A visitor goes to the registration, a signed-in person to their
 * start page. After signing in, visitors and clients reach the list of their therapists.
 */
export const Route = createFileRoute('/join')({
  beforeLoad: async ({ location }) => {
    saveInviteCode(location.hash)
    const login = await cachedLogin().catch(() => null)
    if (login?.role !== 'therapist' && login?.role !== 'admin') saveRedirectAfterLogin('/dashboard/client/therapists')
    const home = await landingPage().catch(() => null)
    throw redirect({ href: home ?? '/?form=register', replace: true })
  },
})
