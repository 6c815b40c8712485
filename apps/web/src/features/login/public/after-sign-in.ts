import { continueAfterProvider, type ProviderReturn } from '../provider-return.ts'
import { redirect, useRouter } from '@tanstack/react-router'
import { landingPage } from '../../../platform/landing-page.ts'
import type { LoginView } from '../../../platform/login.ts'
import { acceptLogin } from '../../../platform/login.ts'

/**
 * Redirects a signed-in person from `/` to their landing page. Without an answer from the server there is no redirect,
 * so the page `/` is shown.
 */
export async function redirectSignedIn(back: ProviderReturn) {
  const page = back.signin ? await continueAfterProvider(back).catch(() => null) : null
  const home = await landingPage().catch(() => null)
  if (home) throw redirect({ href: page ?? home, replace: true })
}

/** Completes a sign-in: stores the login and opens the landing page. */
export function useCompleteSignIn() {
  const router = useRouter()
  return async (login: LoginView) => {
    acceptLogin(login)
    router.history.replace((await landingPage()) ?? '/')
  }
}
