import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { advanceWaitingList } from './waiting-list.advance.ts'
import { acceptOffer, declineOffer } from './waiting-list.answer.ts'
import { addToWaitingList, changeWish, endWaiting, joinWaitingList, ownWaitingList } from './waiting-list.entries.ts'
import { offerFreedTime, offerTime, readWaitingList, saveWaitingListSettings, withdrawOffer } from './waiting-list.ts'

const on = implement(contract.waitingList).$context<Context>()
const done = { done: true } as const

export const waitingListHandlers = {
  list: on.list.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => readWaitingList(tx, app.clock.now())),
  ),

  saveSettings: on.saveSettings.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveWaitingListSettings(tx, input, app.clock.now())),
  ),

  add: on.add.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => addToWaitingList(tx, input, app.clock.now()))
    return done
  }),

  remove: on.remove.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => endWaiting(tx, input.id, 'removed', app.clock.now()))
    return done
  }),

  offer: on.offer.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => offerTime(tx, input, app.clock.now()))
    return done
  }),

  offerFreed: on.offerFreed.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, async (tx) => {
      await offerFreedTime(tx, input.id, app.clock.now())
      await advanceWaitingList(tx, app.clock.now())
    })
    return done
  }),

  withdrawOffer: on.withdrawOffer.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => withdrawOffer(tx, input.id, app.clock.now()))
    return done
  }),

  mine: on.mine.handler(({ context: { app, actor } }) => app.db.asActor(actor, ownWaitingList)),

  join: on.join.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => joinWaitingList(tx, input, app.clock.now())),
  ),

  change: on.change.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => changeWish(tx, input, app.clock.now())),
  ),

  leave: on.leave.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => endWaiting(tx, input.id, 'withdrawn', app.clock.now()))
    return done
  }),

  accept: on.accept.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({ sessionId: await acceptOffer(tx, input, app.clock.now()) })),
  ),

  decline: on.decline.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => declineOffer(tx, input.id, app.clock.now()))
    return done
  }),
}
