import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeOf } from '../platform/home.ts'
import { keepInviteCode } from '../platform/invite-code.ts'
import { knownLogin } from '../platform/login.ts'
import { rememberTarget } from '../platform/target.ts'

/** An invite link or its QR code: keeps the code and sends each on, a client to their therapists, a stranger to register. */
export const Route = createFileRoute('/join')({
  beforeLoad: async ({ location }) => {
    keepInviteCode(location.hash)
    const login = await knownLogin().catch(() => null)
    if (login?.role !== 'therapist' && login?.role !== 'admin') rememberTarget('/dashboard/client/therapists')
    const home = await homeOf().catch(() => null)
    throw redirect({ href: home ?? '/?form=register', replace: true })
  },
})
