import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { findPracticeCountry } from '../../billing/business/business.ts'
import { keepClosedRecords, listClosedEndings } from './endings/closed.ts'
import { confirmRecordEndings, undoRecordEnding } from './endings/confirm.ts'
import { countEndings, listRecordEndings } from './endings/list.ts'
import { endRecordHold, addRecordHold, readRecordRetention, renewRecordHold } from './record-retention.ts'

const on = implement(contract.recordRetention).$context<Context>()
const done = { done: true } as const

export const recordRetentionHandlers = {
  ofClient: operation(on.ofClient, (tx, { clientId }) => readRecordRetention(tx, clientId)),

  placeHold: operation(on.placeHold, async (tx, input, now) => {
    await addRecordHold(tx, input, now)
    return done
  }),

  renewHold: operation(on.renewHold, async (tx, input, now) => {
    await renewRecordHold(tx, input, now)
    return done
  }),

  endHold: operation(on.endHold, async (tx, input, now) => {
    await endRecordHold(tx, input, now)
    return done
  }),

  endings: operation(on.endings, (tx) => listRecordEndings(tx)),

  confirmEndings: on.confirmEndings.handler(({ input, context: { app, actor, requestId } }) =>
    app.db.asActor(actor, async (tx) => {
      await confirmRecordEndings(tx, input.records, { now: app.clock.now(), requestId })
      return done
    }),
  ),

  undoEnding: operation(on.undoEnding, async (tx, { clientId }) => {
    await undoRecordEnding(tx, clientId)
    return done
  }),

  endingCounts: operation(on.endingCounts, (tx) => countEndings(tx)),

  ofPractice: operation(on.ofPractice, async (tx) => {
    const [country, closed] = await Promise.all([findPracticeCountry(tx), listClosedEndings(tx)])
    return { country, closed }
  }),

  keepClosedRecords: operation(on.keepClosedRecords, async (tx, { id }, now) => {
    await keepClosedRecords(tx, id, now)
    return done
  }),
}
