import { contract } from '@attune/contract'
import type { ApiAccess } from '@attune/contract/features/practice/api-access/api-access'
import { maxAllowedOrigins, parseOrigin } from '@attune/contract/features/practice/api-access/api-access.rules'
import { implement } from '@orpc/server'
import type { Tx } from '../../../platform/database/actor.ts'
import { changedValues, describeChange } from '../../../platform/policy/audit.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { createRefusal, limitReached } from '../../../platform/policy/refusal.ts'
import * as queries from './api-access.queries.ts'

const on = implement(contract.apiAccess).$context<Context>()

export const apiAccessHandlers = {
  get: on.get.handler(async ({ context }) => {
    await context.app.requestLimits.flush()
    return changeAccess(context, async () => {})
  }),

  allowOrigin: on.allowOrigin.handler(({ input, context }) => {
    const parsed = parseOrigin(input.origin)
    if ('problem' in parsed) throw createRefusal('INVALID_ORIGIN', 400, parsed)
    return changeAccess(context, async (tx) => {
      const outcome = await queries.allowOrigin(tx, parsed.origin)
      if (outcome === 'full') throw limitReached(maxAllowedOrigins)
      if (outcome === 'added') describeChange(tx, { before: { origin: null }, after: { origin: parsed.origin } })
    })
  }),

  removeOrigin: on.removeOrigin.handler(({ input, context }) =>
    changeAccess(context, async (tx) => {
      const isRemoved = await queries.removeOrigin(tx, input.origin)
      if (isRemoved) describeChange(tx, { before: { origin: input.origin }, after: { origin: null } })
    }),
  ),

  saveLimit: on.saveLimit.handler(({ input: { group, limit }, context }) =>
    changeAccess(context, async (tx) => {
      const before = await queries.saveLimit(tx, group, limit)
      describeChange(tx, changedValues({ [group]: before }, { [group]: limit }))
    }),
  ),
}

/** Runs a change, applies it to this server at once, and returns the new state. Other servers apply it within 15 seconds. */
async function changeAccess({ app, actor }: Context, change: (tx: Tx) => Promise<void>): Promise<ApiAccess> {
  const access = await app.db.asActor(actor, async (tx) => {
    await change(tx)
    return queries.readApiAccess(tx, app.clock.now())
  })
  await app.site.refresh()
  return { ...access, isEnforced: app.config.limitsWrites }
}
