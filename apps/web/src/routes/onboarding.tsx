import { createFileRoute, redirect } from '@tanstack/react-router'
import { Onboarding } from '../features/account/Onboarding.tsx'
import { homeOf } from '../platform/home.ts'

export const Route = createFileRoute('/onboarding')({
  beforeLoad: async () => {
    const home = await homeOf()
    if (home !== '/onboarding') throw redirect({ href: home ?? '/', replace: true })
  },
  component: Onboarding,
})
