import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { violatesConstraint } from '../../../platform/database/violation.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { conflict } from '../../../platform/policy/refusal.ts'
import { absencesNotEnded, removeAbsence, saveAbsence, affectedSessions } from './availability.absences.ts'
import { ownAvailability, saveAvailability, setDay } from './availability.hours.ts'
import { bookableHours, findSlots, nextFreeTimes } from './availability.offer.ts'

const on = implement(contract.availability).$context<Context>()

export const availabilityHandlers = {
  mine: on.mine.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => ownAvailability(tx, app.clock.now())),
  ),

  save: on.save.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveAvailability(tx, input, app.clock.now())),
  ),

  setDay: on.setDay.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => setDay(tx, input.day, input.ranges, app.clock.now())),
  ),

  absences: on.absences.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({ items: await absencesNotEnded(tx, app.clock.now()) })),
  ),

  sessionsDuringTimeOff: on.sessionsDuringTimeOff.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => affectedSessions(tx, input, app.clock.now())),
  ),

  saveAbsence: on.saveAbsence.handler(({ input, context: { app, actor } }) =>
    app.db
      .asActor(actor, (tx) => saveAbsence(tx, input, app.clock.now()))
      .catch((error) => {
        throw violatesConstraint(error, 'absence_pkey') ? conflict() : error
      }),
  ),

  removeAbsence: on.removeAbsence.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => removeAbsence(tx, input.id))
    return { done: true as const }
  }),

  slots: on.slots.handler(({ input: { therapistId, ...window }, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => findSlots(tx, therapistId, window, app.clock.now())),
  ),

  nextFree: on.nextFree.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({ slots: await nextFreeTimes(tx, input, app.clock.now()) })),
  ),

  hours: on.hours.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => bookableHours(tx, input.therapistId, app.clock.now())),
  ),

  preview: on.preview.handler(({ input: { weekly, rules, ...window }, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => findSlots(tx, actor.id, window, app.clock.now(), { weekly, rules })),
  ),
}
