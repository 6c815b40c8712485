import { api } from '../../platform/api.ts'
import { settle } from '../../platform/gates.ts'
import { forgetLogin } from '../../platform/login.ts'

/** Logs out and returns to `/` [2.23]. The page is loaded anew: nothing of the person stays in memory. */
export async function leave() {
  await api.login.signOut({}).catch(() => null)
  forgetLogin()
  settle(false)
  location.assign('/')
}
