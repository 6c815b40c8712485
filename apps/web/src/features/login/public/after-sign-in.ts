import { continueAfterProvider, type ProviderReturn } from '../provider-return.ts'
import { redirect, useRouter } from '@tanstack/react-router'
import { landingPage } from '../../../platform/landing-page.ts'
import type { LoginView } from '../../../platform/login.ts'
import { acceptLogin } from '../../../platform/login.ts'

/**
 * Redirects a signed-in person from `/` to the page in `back.returnTo`, or by default to their landing page. If the
 * server does not answer, the person stays on `/`.
 */
export async function redirectSignedIn(back: ProviderReturn) {
  const page = back.signin ? await continueAfterProvider(back).catch(() => null) : null
  const home = await landingPage().catch(() => null)
  if (home) throw redirect({ href: page ?? home, replace: true })
}

/** Returns a function that completes a sign-in: it stores the login and opens the landing page. */
export function useCompleteSignIn() {
  const router = useRouter()
  return async (login: LoginView) => {
    acceptLogin(login)
    router.history.replace((await landingPage()) ?? '/')
  }
}
