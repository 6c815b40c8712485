import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { endRecordRequest, shareRecordCopy } from './record-request.answer.ts'
import {
  askForRecord,
  listOwnRecordRequests,
  listRecordRequestsOfClient,
  withdrawRecordRequest,
} from './record-request.ts'

const on = implement(contract.recordRequest).$context<Context>()
const done = { done: true } as const

export const recordRequestHandlers = {
  mine: operation(on.mine, async (tx, _input, now) => ({ items: await listOwnRecordRequests(tx, now) })),

  ask: operation(on.ask, async (tx, input, now) => {
    await askForRecord(tx, input, now)
    return done
  }),

  withdraw: operation(on.withdraw, async (tx, { id }, now) => {
    await withdrawRecordRequest(tx, id, now)
    return done
  }),

  ofClient: operation(on.ofClient, (tx, { clientId }, now) => listRecordRequestsOfClient(tx, clientId, now)),

  share: operation(on.share, async (tx, input, now) => {
    await shareRecordCopy(tx, input, now)
    return done
  }),

  answer: operation(on.answer, async (tx, { how, ...of }, now) => {
    await endRecordRequest(tx, of, { state: 'answered', answer: how, now })
    return done
  }),

  refuse: operation(on.refuse, async (tx, { reason, ...of }, now) => {
    await endRecordRequest(tx, of, { state: 'refused', answer: reason, now })
    return done
  }),
}
