import { contract } from '@attune/contract'
import { textChannels } from '@attune/contract/features/messages/text-message/text-message.rules'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { channelOptions } from './text-message.options.ts'
import { ownTextTotals, practiceTextTotals } from './text-message.totals.ts'
import { assignText, discardText, unassignedTexts } from './text-message.unassigned.ts'

const on = implement(contract.textMessage).$context<Context>()

export const textMessageHandlers = {
  options: on.options.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => channelOptions(tx, input.id, app)),
  ),

  unassigned: on.unassigned.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({ items: await unassignedTexts(tx) })),
  ),

  assign: on.assign.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await assignText(tx, input, app.clock.now())
      return { done: true as const }
    }),
  ),

  discard: on.discard.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await discardText(tx, input.id)
      return { done: true as const }
    }),
  ),

  totals: on.totals.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({
      items: await ownTextTotals(tx, app.clock.now()),
      channels: textChannels.filter((channel) => app.texts.canSend(channel, actor.id ?? undefined)),
    })),
  ),

  practiceTotals: on.practiceTotals.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => practiceTextTotals(tx, app.clock.now())),
  ),
}
