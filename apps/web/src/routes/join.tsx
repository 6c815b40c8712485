import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeOf } from '../platform/home.ts'
import { keepInviteCode } from '../platform/invite-code.ts'
import { knownLogin } from '../platform/login.ts'
import { rememberTarget } from '../platform/target.ts'

/** Opens an invite link: saves the code and sends clients to their therapists and visitors to registration. */
export const Route = createFileRoute('/join')({
  beforeLoad: async ({ location }) => {
    keepInviteCode(location.hash)
    const login = await knownLogin().catch(() => null)
    if (login?.role !== 'therapist' && login?.role !== 'admin') rememberTarget('/dashboard/client/therapists')
    const home = await homeOf().catch(() => null)
    throw redirect({ href: home ?? '/?form=register', replace: true })
  },
})
