import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../../platform/policy/context.ts'
import { operation } from '../../../../platform/policy/operation.ts'
import { findGuardedPlan } from '../../../care/treatment-plan/treatment-plan.ts'
import { requireRights } from '../sessions/guardian.sessions.ts'

const on = implement(contract.guardian).$context<Context>()

export const guardianPlanHandlers = {
  plan: operation(on.plan, async (tx, { actingFor }) => {
    await requireRights(tx, actingFor, 'plan')
    return { plan: (await findGuardedPlan(tx, actingFor))?.plan ?? null }
  }),

  planShared: operation(on.planShared, async (tx, { actingFor }) => {
    await requireRights(tx, actingFor, 'plan')
    const found = await findGuardedPlan(tx, actingFor)
    return { plan: found && { number: found.plan.number, sharedAt: found.sharedAt } }
  }),
}
