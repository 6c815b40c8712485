import type { Context } from '../../../../platform/policy/context.ts'
import { completeSignIn, type CompletedSignIn } from '../login.complete.ts'
import { limitOpenCalls, invalidCode, requireSignedIn } from '../login.calls.ts'

export const createHandover = async (context: Context) => ({
  code: await context.app.auth.handovers.create(requireSignedIn(context)),
})

/**
 * Signs in another browser of the same person with a code that a signed-in browser has issued. The new login is separate and has the assurance level
 * of the login that issued the code. Refuses with INVALID_CODE, and as `limitOpenCalls` and `completeSignIn` do.
 */
export async function redeemHandover(context: Context, code: string): Promise<CompletedSignIn> {
  await limitOpenCalls(context)
  const { auth } = context.app
  const issued = await auth.handovers.redeem(code)
  if (!issued) throw invalidCode()
  const userAgent = context.reqHeaders.get('user-agent')
  return completeSignIn(
    context,
    await auth.accountLogins.start({ ...issued, method: 'handover', ip: context.ip, userAgent }),
  )
}
