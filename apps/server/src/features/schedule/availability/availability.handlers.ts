import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { violatesConstraint } from '../../../platform/database/violation.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { conflict } from '../../../platform/policy/refusal.ts'
import { listAbsencesNotEnded, removeAbsence, saveAbsence, readAffectedSessions } from './availability.absences.ts'
import { readOwnAvailability, saveAvailability, setDay } from './availability.hours.ts'
import { readBookableHours, findSlots, listNextFreeTimes } from './availability.offer.ts'

const on = implement(contract.availability).$context<Context>()

export const availabilityHandlers = {
  mine: operation(on.mine, (tx, _input, now) => readOwnAvailability(tx, now)),

  save: operation(on.save, saveAvailability),

  setDay: operation(on.setDay, (tx, input, now) => setDay(tx, input.day, input.ranges, now)),

  absences: operation(on.absences, async (tx, _input, now) => ({ items: await listAbsencesNotEnded(tx, now) })),

  sessionsDuringTimeOff: operation(on.sessionsDuringTimeOff, readAffectedSessions),

  saveAbsence: on.saveAbsence.handler(({ input, context: { app, actor } }) =>
    app.db
      .asActor(actor, (tx) => saveAbsence(tx, input, app.clock.now()))
      .catch((error) => {
        throw violatesConstraint(error, 'absence_pkey') ? conflict() : error
      }),
  ),

  removeAbsence: operation(on.removeAbsence, async (tx, input) => {
    await removeAbsence(tx, input.id)
    return { done: true as const }
  }),

  slots: operation(on.slots, (tx, { therapistId, ...window }, now) => findSlots(tx, therapistId, window, now)),

  nextFree: operation(on.nextFree, async (tx, input, now) => ({ slots: await listNextFreeTimes(tx, input, now) })),

  hours: operation(on.hours, (tx, input, now) => readBookableHours(tx, input.therapistId, now)),

  preview: operation(on.preview, (tx, { weekly, rules, ...window }, now) =>
    findSlots(tx, tx.actor.id, window, now, { weekly, rules }),
  ),
}
