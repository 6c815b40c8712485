import { goOn, type CameBack } from './came-back.ts'
import { redirect, useRouter } from '@tanstack/react-router'
import { homeOf } from '../../platform/home.ts'
import type { LoginView } from '../../platform/login.ts'
import { rememberLogin } from '../../platform/login.ts'

/** Sends somebody who is signed in from `/` to where they belong. Without an answer the page stands as it is. */
export async function homeInstead(back: CameBack) {
  const page = back.signin ? await goOn(back).catch(() => null) : null
  const home = await homeOf().catch(() => null)
  if (home) throw redirect({ href: page ?? home, replace: true })
}

/** What follows a complete sign-in: remember it, and go where this person belongs. */
export function useArrive() {
  const router = useRouter()
  return async (login: LoginView) => {
    rememberLogin(login)
    router.history.replace((await homeOf(login)) ?? '/')
  }
}
