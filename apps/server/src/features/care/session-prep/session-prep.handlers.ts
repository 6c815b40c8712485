import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { readSessionPrep } from './session-prep.ts'

const on = implement(contract.sessionPrep).$context<Context>()

export const sessionPrepHandlers = {
  get: on.get.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => readSessionPrep(tx, input, app.clock.now())),
  ),
}
