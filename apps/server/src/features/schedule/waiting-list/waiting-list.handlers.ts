import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { advanceWaitingList } from './waiting-list.advance.ts'
import { acceptOffer, declineOffer } from './waiting-list.answer.ts'
import {
  addToWaitingList,
  changeWaitingPreference,
  endWaiting,
  joinWaitingList,
  readOwnWaitingList,
} from './waiting-list.entries.ts'
import { offerFreedTime, offerTime, readWaitingList, saveWaitingListSettings, withdrawOffer } from './waiting-list.ts'

const on = implement(contract.waitingList).$context<Context>()
const done = { done: true } as const

export const waitingListHandlers = {
  list: operation(on.list, (tx, _input, now) => readWaitingList(tx, now)),

  saveSettings: operation(on.saveSettings, saveWaitingListSettings),

  add: operation(on.add, async (tx, input, now) => {
    await addToWaitingList(tx, input, now)
    return done
  }),

  remove: operation(on.remove, async (tx, input, now) => {
    await endWaiting(tx, input.id, 'removed', now)
    return done
  }),

  offer: operation(on.offer, async (tx, input, now) => {
    await offerTime(tx, input, now)
    return done
  }),

  offerFreed: operation(on.offerFreed, async (tx, input, now) => {
    await offerFreedTime(tx, input.id, now)
    await advanceWaitingList(tx, now)

    return done
  }),

  withdrawOffer: operation(on.withdrawOffer, async (tx, input, now) => {
    await withdrawOffer(tx, input.id, now)
    return done
  }),

  mine: operation(on.mine, readOwnWaitingList),

  join: operation(on.join, joinWaitingList),

  change: operation(on.change, changeWaitingPreference),

  leave: operation(on.leave, async (tx, input, now) => {
    await endWaiting(tx, input.id, 'withdrawn', now)
    return done
  }),

  accept: operation(on.accept, async (tx, input, now) => ({ sessionId: await acceptOffer(tx, input, now) })),

  decline: operation(on.decline, async (tx, input, now) => {
    await declineOffer(tx, input.id, now)
    return done
  }),
}
