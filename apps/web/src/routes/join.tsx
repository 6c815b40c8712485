import { createFileRoute, redirect } from '@tanstack/react-router'
import { landingPage } from '../platform/landing-page.ts'
import { saveInviteCode } from '../platform/invite-code.ts'
import { cachedLogin } from '../platform/login.ts'
import { saveRedirectAfterLogin } from '../platform/redirect-after-login.ts'

/** Opens an invite link: saves the code and sends clients to their therapists and visitors to registration. */
export const Route = createFileRoute('/join')({
  beforeLoad: async ({ location }) => {
    saveInviteCode(location.hash)
    const login = await cachedLogin().catch(() => null)
    if (login?.role !== 'therapist' && login?.role !== 'admin') saveRedirectAfterLogin('/dashboard/client/therapists')
    const home = await landingPage().catch(() => null)
    throw redirect({ href: home ?? '/?form=register', replace: true })
  },
})
