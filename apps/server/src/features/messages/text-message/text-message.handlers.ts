import { contract } from '@attune/contract'
import { textChannels } from '@attune/contract/features/messages/text-message/text-message.rules'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { readChannelOptions } from './text-message.options.ts'
import { listOwnTextTotals, readPracticeTextTotals } from './text-message.totals.ts'
import { assignText, discardText, listUnassignedTexts } from './text-message.unassigned.ts'

const on = implement(contract.textMessage).$context<Context>()

export const textMessageHandlers = {
  options: on.options.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => readChannelOptions(tx, input.id, app)),
  ),

  unassigned: operation(on.unassigned, async (tx) => ({ items: await listUnassignedTexts(tx) })),

  assign: operation(on.assign, async (tx, input, now) => {
    await assignText(tx, input, now)
    return { done: true as const }
  }),

  discard: operation(on.discard, async (tx, input) => {
    await discardText(tx, input.id)
    return { done: true as const }
  }),

  totals: on.totals.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({
      items: await listOwnTextTotals(tx, app.clock.now()),
      channels: textChannels.filter((channel) => app.texts.canSend(channel, actor.id ?? undefined)),
    })),
  ),

  practiceTotals: operation(on.practiceTotals, (tx, _input, now) => readPracticeTextTotals(tx, now)),
}
