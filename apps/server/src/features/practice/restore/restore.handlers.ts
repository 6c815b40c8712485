import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { saveHeldDecision, savePracticeDecision, listHeldItems, readHeldCounts } from './restore.ts'

const on = implement(contract.restore).$context<Context>()

export const restoreHandlers = {
  held: operation(on.held, (tx) => listHeldItems(tx)),

  decide: operation(on.decide, async (tx, { ids, decision }, now) => {
    await saveHeldDecision(tx, ids, decision, now)
    return { done: true as const }
  }),

  heldOfPractice: operation(on.heldOfPractice, async (tx) => ({ restore: await readHeldCounts(tx) })),

  decideForPractice: operation(on.decideForPractice, async (tx, { kind, decision }, now) => {
    await savePracticeDecision(tx, kind, decision, now)
    return { done: true as const }
  }),
}
