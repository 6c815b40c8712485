import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { briefOf } from './brief.ts'

const on = implement(contract.brief).$context<Context>()

export const briefHandlers = {
  get: on.get.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => briefOf(tx, input, house.clock.now())),
  ),
}
