import type { Context } from '../../platform/policy/context.ts'
import { begin, type SignedIn } from './begin.ts'
import { countOpenCall, invalidCode, needLogin } from './calls.ts'

export const newHandover = async (context: Context) => ({
  code: await context.house.auth.handovers.make(needLogin(context)),
})

/**
 * Signs in another browser of the same person with the assurance level of the browser that issued the code, as a
 * separate login.
 */
export async function redeemHandover(context: Context, code: string): Promise<SignedIn> {
  await countOpenCall(context)
  const { auth } = context.house
  const issued = await auth.handovers.take(code)
  if (!issued) throw invalidCode()
  const userAgent = context.reqHeaders.get('user-agent')
  return begin(context, await auth.ownLogins.start({ ...issued, method: 'handover', ip: context.ip, userAgent }))
}
