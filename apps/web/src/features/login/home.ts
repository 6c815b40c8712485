import { goOn, type CameBack } from './came-back.ts'
import { redirect, useRouter } from '@tanstack/react-router'
import { homeOf } from '../../platform/home.ts'
import type { LoginView } from '../../platform/login.ts'
import { rememberLogin } from '../../platform/login.ts'

/** Redirects a signed-in person from `/` to their landing page. If the server does not answer, the page is shown. */
export async function homeInstead(back: CameBack) {
  const page = back.signin ? await goOn(back).catch(() => null) : null
  const home = await homeOf().catch(() => null)
  if (home) throw redirect({ href: page ?? home, replace: true })
}

/** Completes a sign-in: stores the login and opens the landing page. */
export function useArrive() {
  const router = useRouter()
  return async (login: LoginView) => {
    rememberLogin(login)
    router.history.replace((await homeOf(login)) ?? '/')
  }
}
