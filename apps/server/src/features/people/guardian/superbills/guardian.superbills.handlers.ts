import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../../platform/policy/context.ts'
import { operation } from '../../../../platform/policy/operation.ts'
import { listOwnSuperbills } from '../../../billing/superbill/superbill.ts'
import { requireRights } from '../sessions/guardian.sessions.ts'

const on = implement(contract.guardian).$context<Context>()

export const guardianSuperbillsHandlers = {
  superbills: operation(on.superbills, async (tx, { actingFor }) => {
    await requireRights(tx, actingFor, 'superbills')
    return { items: await listOwnSuperbills(tx) }
  }),
}
