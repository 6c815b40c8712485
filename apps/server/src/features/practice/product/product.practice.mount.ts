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
 * Mounts the route that the native app reads before it has the public key. The response shows whether an address belongs to a practice and whether
 * app and server are compatible. The sign-in page shows the same data to everyone.
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
