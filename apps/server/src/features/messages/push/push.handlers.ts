import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { deviceName } from '../../../platform/auth/login/device-name.ts'
import { violatesConstraint } from '../../../platform/database/violation.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { createRefusal, noLogin } from '../../../platform/policy/refusal.ts'
import { publicPushKey } from '../../../platform/secrets/secrets.ts'
import { listPushBrowsers, removeSubscription, saveSubscription, sendTest, setViewed } from './push.ts'
import { isPermittedEndpoint } from './push.services.ts'

const on = implement(contract.push).$context<Context>()

export const pushHandlers = {
  hostKey: on.hostKey.handler(({ context: { app } }) => ({ key: publicPushKey(app.secrets.pushKey) })),

  browsers: on.browsers.handler(({ context: { app, actor, login } }) =>
    app.db.asActor(actor, async (tx) => ({ items: await listPushBrowsers(tx, login?.id ?? '') })),
  ),

  subscribe: on.subscribe.handler(({ input, context: { app, actor, login, reqHeaders } }) => {
    if (!isPermittedEndpoint(input.endpoint, app.isPushOrigin)) throw createRefusal('PUSH_SERVICE_UNKNOWN', 409)
    if (input.hostKey !== publicPushKey(app.secrets.pushKey)) throw createRefusal('OLD_HOST_KEY', 409)
    const subscriber = { loginId: login?.id ?? '', name: deviceName(reqHeaders.get('user-agent') ?? '') }
    return app.db
      .asActor(actor, (tx) => saveSubscription(tx, input, subscriber, app.clock.now()))
      .catch((error: unknown) => {
        // The login ended after the call had been authorized.
        throw violatesConstraint(error, 'push_subscription_account_id_login_id_fkey') ? noLogin() : error
      })
  }),

  remove: operation(on.remove, async (tx, input, now) => {
    await removeSubscription(tx, input.id, now)
    return { done: true as const }
  }),

  test: operation(on.test, async (tx, input) => {
    await sendTest(tx, input.id)
    return { done: true as const }
  }),

  setViewed: operation(on.setViewed, async (tx, input, now) => {
    await setViewed(tx, input, now)
    return { done: true as const }
  }),
}
