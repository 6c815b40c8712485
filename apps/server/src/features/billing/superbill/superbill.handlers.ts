import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { listPlanDiagnoses } from './superbill.diagnoses.ts'
import { listOwnSuperbills, listSuperbills, withdrawSuperbill } from './superbill.list.ts'
import { makeSuperbill } from './superbill.make.ts'
import { readSuperbillParties } from './superbill.parties.ts'
import { listPaidSessions } from './superbill.sessions.ts'

const on = implement(contract.superbill).$context<Context>()

export const superbillHandlers = {
  prepare: operation(on.prepare, async (tx, { clientId }, now) => {
    const { missing } = await readSuperbillParties(tx, clientId, now)
    const [sessions, diagnoses] = await Promise.all([listPaidSessions(tx, clientId), listPlanDiagnoses(tx, clientId)])
    return {
      missing,
      sessions: sessions.map(({ quantityMilli: _quantity, payerIsClient: _payer, ...one }) => one),
      diagnoses,
    }
  }),

  make: operation(on.make, makeSuperbill),

  withdraw: operation(on.withdraw, (tx, input) => withdrawSuperbill(tx, input.id)),

  list: operation(on.list, async (tx, input) => ({ items: await listSuperbills(tx, input.clientId) })),

  mine: on.mine.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, listOwnSuperbills),
  })),
}
