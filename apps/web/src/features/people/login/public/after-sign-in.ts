import { continueAfterProvider, type ProviderReturn } from '../sign-in/provider-return.ts'
import { redirect, useRouter } from '@tanstack/react-router'
import { finishAdding, isAdding } from '../../../../platform/login/held-accounts.ts'
import { landingPage } from '../../../../platform/login/landing-page.ts'
import type { LoginView } from '../../../../platform/login/login.ts'
import { acceptLogin } from '../../../../platform/login/login.ts'

/**
 * Redirects a signed-in person from `/` to the page in `back.returnTo`, or by default to their landing page. If the server does not answer, the
 * person stays on `/`. A person who adds another account stays on `/` until the sign-in is complete.
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
    // A full reload removes all data of the previously active account from memory.
    if (isFurther) return location.replace('/')
    router.history.replace((await landingPage()) ?? '/')
  }
}
