import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { appUserAgents, type NativePlatform } from '@attune/contract/features/people/native-app/native-app.rules'
import type { Context } from '../../../../platform/policy/context.ts'
import { completeSignIn } from '../login.complete.ts'
import { invalidCode, limitOpenCalls, requireSignedIn } from '../login.calls.ts'

/** Returns a code for the native app that created the challenge. */
export const createAppCode = async (context: Context, challenge: string) => ({
  code: await context.app.auth.handovers.create(requireSignedIn(context), challenge),
})

type Redemption = { code: string; verifier: string; platform: NativePlatform }
type AppSignIn = { kind: 'signed-in'; login: LoginView; token: string }

/**
 * Signs in the native app with a code that a signed-in browser has created for it. The new login is separate and has the assurance level of the login
 * that created the code. Its token is in the response, and no cookie is set. Refuses with INVALID_CODE, and as `limitOpenCalls` and `completeSignIn`
 * do.
 */
export async function redeemAppCode(context: Context, { code, verifier, platform }: Redemption): Promise<AppSignIn> {
  await limitOpenCalls(context)
  const { auth } = context.app
  const issued = await auth.handovers.redeem(code, verifier)
  if (!issued) throw invalidCode()
  const login = { ...issued, method: 'app', ip: context.ip, userAgent: appUserAgents[platform] } as const
  const token = await auth.accountLogins.start(login)
  // Omits the cookies, so that the sign-in neither ends the login of a browser nor sets its cookie.
  const reqHeaders = { get: (name: string) => (name === 'cookie' ? null : context.reqHeaders.get(name)) }
  const { kind, login: view } = await completeSignIn({ ...context, reqHeaders, resHeaders: new Headers() }, token)
  return { kind, login: view, token }
}
