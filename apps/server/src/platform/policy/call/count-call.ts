import { networkOf } from '../../auth/limit/rate-limit.ts'
import type { Login } from '../../auth/login/login.ts'
import type { RequestContext } from '../context.ts'
import type { ProcedurePolicy } from '../policy.ts'
import { tooManyCalls } from '../refusal.ts'

export type CallGroup = 'reads' | 'writes'

/**
 * Counts a call as a read or write of its account, or as a read of its network if there is no login. Throws TOO_MANY above the limit per minute.
 * Messages, and writes without a login (sign-in attempts), are counted in their own groups.
 */
export function countCall({ app, ip }: RequestContext, login: Login | null, entry: ProcedurePolicy, group: CallGroup) {
  if ((entry.limit && 'group' in entry.limit) || (!login && group === 'writes')) return
  const wait = app.requestLimits.count(group, login?.userId ?? networkOf(ip), login?.role === 'admin')
  if (wait !== null) throw tooManyCalls(wait)
}

/**
 * Counts a call of a procedure that has its own limit. Does nothing if the server does not enforce such limits. Throws TOO_MANY if the account has
 * reached the limit.
 */
export async function countLimitedCall(
  { app }: RequestContext,
  login: Login,
  { limit }: ProcedurePolicy,
  call: { path: readonly string[]; input: unknown },
): Promise<void> {
  if (!limit || !app.config.limitsWrites) return
  // The input is not validated yet, so `when` is called only if the input is an object.
  const when = limit.when as ((input: object) => boolean) | undefined
  if (when && !(typeof call.input === 'object' && call.input !== null && when(call.input))) return
  const counter = `calls ${call.path.join('.')}`
  const result =
    'group' in limit
      ? await app.requestLimits.hit(limit.group, counter, login.userId)
      : await app.auth.rateLimit.hit(
          counter,
          login.userId,
          'perHour' in limit ? { count: limit.perHour, seconds: 60 * 60 } : { count: limit.perMinute, seconds: 60 },
        )
  if (!result.allowed) throw tooManyCalls(result.retryAfterSeconds)
}
