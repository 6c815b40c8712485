import { appSignInPath, isChallenge } from '@attune/contract/features/native-app.rules'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { AppSignInPage } from '../features/login/AppSignInPage.tsx'
import { cachedLogin } from '../platform/login.ts'
import { saveRedirectAfterLogin } from '../platform/redirect-after-login.ts'

/** Signs in the native app, which opens this page with its challenge. A visitor signs in first, in any way that the practice offers. */
export const Route = createFileRoute('/sign-in')({
  validateSearch: ({ app }: Record<string, unknown>): { app?: string } =>
    typeof app === 'string' && isChallenge(app) ? { app } : {},
  beforeLoad: async ({ search: { app } }) => {
    if (!app) throw redirect({ href: '/', replace: true })
    if (await cachedLogin().catch(() => null)) return
    saveRedirectAfterLogin(`${appSignInPath}?app=${app}`)
    throw redirect({ href: '/', replace: true })
  },
  component: AppSignInPage,
})
