import { rescheduleReminders } from '../schedule/schedule.ts'
import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { readOwnTerms, saveTerms, readTerms } from './terms.ts'
import { hasConnectionTo } from './terms.queries.ts'

const on = implement(contract.terms).$context<Context>()

export const termsHandlers = {
  mine: operation(on.mine, (tx) => readOwnTerms(tx, tx.actor.id)),

  save: operation(on.save, async (tx, input, now) => {
    const before = await readOwnTerms(tx, tx.actor.id)
    const saved = await saveTerms(tx, input, now)
    if (String(saved.remindBefore) !== String(before.remindBefore)) await rescheduleReminders(tx, now)

    return { done: true as const }
  }),

  of: operation(on.of, async (tx, input) => {
    const [known, terms] = await Promise.all([hasConnectionTo(tx, input.therapistId), readTerms(tx, input.therapistId)])
    if (!known) throw notFound()
    return terms
  }),
}
