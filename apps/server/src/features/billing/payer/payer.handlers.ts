import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { agreeToPayer, recordAgreement, withdrawAgreement } from './payer.agreement.ts'
import { listOwnPayers } from './payer.queries.ts'
import { saveSplit } from './payer.split.ts'
import { readClientBilling, savePayer } from './payer.ts'

const on = implement(contract.payer).$context<Context>()

export const payerHandlers = {
  get: operation(on.get, (tx, input, now) => readClientBilling(tx, input.id, now)),

  save: operation(on.save, savePayer),

  recordAgreement: operation(on.recordAgreement, recordAgreement),

  saveSplit: operation(on.saveSplit, async (tx, input) => {
    await saveSplit(tx, input)
    return { done: true as const }
  }),

  mine: operation(on.mine, async (tx, _input, now) => ({ items: await listOwnPayers(tx, now) })),

  agree: operation(on.agree, async (tx, input, now) => {
    await agreeToPayer(tx, input, now)
    return { done: true as const }
  }),

  withdraw: operation(on.withdraw, async (tx, input, now) => {
    await withdrawAgreement(tx, input, now)
    return { done: true as const }
  }),
}
