import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { endMessageAbsence, saveMessageAbsence } from './message-settings.absence.ts'
import { saveQuickReplies } from './message-settings.quick-replies.ts'
import { readOwnMessageSettings, readReadingHours, saveReadingHours } from './message-settings.ts'

const on = implement(contract.messageSettings).$context<Context>()

export const messageSettingsHandlers = {
  own: operation(on.own, (tx, _input, now) => readOwnMessageSettings(tx, now)),

  saveReadingHours: operation(on.saveReadingHours, async (tx, input) => {
    await saveReadingHours(tx, input.readingHours)
    return { done: true as const }
  }),

  saveAbsence: operation(on.saveAbsence, async (tx, input, now) => {
    await saveMessageAbsence(tx, input, now)
    return { done: true as const }
  }),

  endAbsence: operation(on.endAbsence, async (tx, input) => {
    await endMessageAbsence(tx, input.id)
    return { done: true as const }
  }),

  saveQuickReplies: operation(on.saveQuickReplies, saveQuickReplies),

  readingHoursOf: operation(on.readingHoursOf, (tx, input) => readReadingHours(tx, input.therapistId)),
}
