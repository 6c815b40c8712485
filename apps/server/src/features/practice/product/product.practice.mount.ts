import {
  apiLevel,
  oldestAppLevel,
  type Practice,
  practicePath,
} from '@attune/contract/features/people/native-app/native-app.rules'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { networkOf } from '../../../platform/auth/limit/rate-limit.ts'
import { sendTooMany } from '../../../platform/http/replies.ts'
import { version } from '../../../platform/process/version.ts'
import { readProductSettings } from '../administration/administration.ts'
import { isSetUp } from './product.set-up.ts'

/**
 * Mounts the route that the native app reads before it knows the public key: whether an address is that of a practice, and whether the app and the
 * server can work together. It contains nothing that the sign-in page does not show to everyone.
 */
export function mountPractice(
  app: FastifyInstance,
  appContext: Pick<AppContext, 'db' | 'requestLimits' | 'site'>,
): void {
  app.get(practicePath, async (request, reply) => {
    const wait = appContext.requestLimits.count('reads', networkOf(request.ip), false)
    if (wait !== null) return sendTooMany(request, reply, wait)
    const [{ practiceName }, setUp] = await Promise.all([readProductSettings(appContext), isSetUp(appContext)])
    const { site } = appContext
    const practice: Practice = {
      product: 'attune',
      name: practiceName,
      version,
      apiLevel,
      oldestAppLevel,
      key: site.key(),
      setUp,
      settings: site.settings(),
    }
    return reply.send(practice)
  })
}
