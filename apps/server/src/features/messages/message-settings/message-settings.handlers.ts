import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { endMessageAbsence, saveMessageAbsence } from './message-settings.absence.ts'
import { saveQuickReplies } from './message-settings.quick-replies.ts'
import { ownMessageSettings, readingHoursOf, saveReadingHours } from './message-settings.ts'

const on = implement(contract.messageSettings).$context<Context>()

export const messageSettingsHandlers = {
  own: on.own.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => ownMessageSettings(tx, app.clock.now())),
  ),

  saveReadingHours: on.saveReadingHours.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => saveReadingHours(tx, input.readingHours))
    return { done: true as const }
  }),

  saveAbsence: on.saveAbsence.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => saveMessageAbsence(tx, input, app.clock.now()))
    return { done: true as const }
  }),

  endAbsence: on.endAbsence.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => endMessageAbsence(tx, input.id))
    return { done: true as const }
  }),

  saveQuickReplies: on.saveQuickReplies.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveQuickReplies(tx, input)),
  ),

  readingHoursOf: on.readingHoursOf.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => readingHoursOf(tx, input.therapistId)),
  ),
}
