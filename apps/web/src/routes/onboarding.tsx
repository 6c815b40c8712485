import { createFileRoute, redirect } from '@tanstack/react-router'
import { OnboardingPage } from '../features/people/account/onboarding/OnboardingPage.tsx'
import { landingPage } from '../platform/login/landing-page.ts'
import { openDrafts } from '../platform/draft/open-drafts.ts'
import { cachedLogin } from '../platform/login/login.ts'

export const Route = createFileRoute('/onboarding')({
  beforeLoad: async () => {
    const home = await landingPage()
    if (home !== '/onboarding') throw redirect({ href: home ?? '/', replace: true })
    const login = await cachedLogin()
    if (login) await openDrafts(login.userId)
  },
  component: OnboardingPage,
})
