import { continueAfterProvider, type ProviderReturn } from '../sign-in/provider-return.ts'
import { redirect, useRouter } from '@tanstack/react-router'
import { finishAdding, isAdding } from '../../../../platform/login/held-accounts.ts'
import { landingPage } from '../../../../platform/login/landing-page.ts'
import type { LoginView } from '../../../../platform/login/login.ts'
import { acceptLogin } from '../../../../platform/login/login.ts'

/**
 * Redirects a signed-in person from `/` to the page in `back.returnTo`, or by default to their landing page. If the
 * server does not answer, the person stays on `/`. A person who signs in with a further account stays until they have
 * done so.
 */
export async function redirectSignedIn({ add, ...back }: ProviderReturn & { add?: true }) {
  if (add || (isAdding() && (back.signin === 'second-factor' || back.signin === 'failed'))) return
  const page = back.signin ? await continueAfterProvider(back).catch(() => null) : null
  const home = await landingPage().catch(() => null)
  if (home) throw redirect({ href: page ?? home, replace: true })
}

/** Returns a function that completes a sign-in: it stores the login and opens the landing page. */
export function useCompleteSignIn() {
  const router = useRouter()
  return async (login: LoginView) => {
    const isFurther = finishAdding(login.userId)
    acceptLogin(login)
    // A new page keeps nothing of the account that was active before.
    if (isFurther) return location.replace('/')
    router.history.replace((await landingPage()) ?? '/')
  }
}
