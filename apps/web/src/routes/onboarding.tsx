import { createFileRoute, redirect } from '@tanstack/react-router'
import { Onboarding } from '../features/account/Onboarding.tsx'
import { homeOf } from '../platform/home.ts'
import { openDrafts } from '../platform/open-drafts.ts'
import { knownLogin } from '../platform/login.ts'

export const Route = createFileRoute('/onboarding')({
  beforeLoad: async () => {
    const home = await homeOf()
    if (home !== '/onboarding') throw redirect({ href: home ?? '/', replace: true })
    const login = await knownLogin()
    if (login) await openDrafts(login.userId)
  },
  component: Onboarding,
})
