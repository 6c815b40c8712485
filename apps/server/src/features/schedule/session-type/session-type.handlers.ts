import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Tx } from '../../../platform/database/actor.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { withCalendarLock } from '../schedule/schedule.ts'
import { listOfferedTypes } from './session-type.offered.ts'
import {
  addSessionType,
  editSessionType,
  listSessionTypes,
  setSessionTypeArchived,
  sortSessionTypes,
} from './session-type.settings.ts'

const on = implement(contract.sessionType).$context<Context>()

/**
 * Runs `work` under the lock of the acting therapist's calendar. A booking takes this lock too. A booking by a rule for instant booking therefore
 * commits before the rule ends, and no later booking uses the rule.
 */
const withOwnCalendar = <Result>(tx: Tx, work: () => Promise<Result>) => withCalendarLock(tx, tx.actor.id, work)

export const sessionTypeHandlers = {
  list: on.list.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, listSessionTypes),
  })),

  add: operation(on.add, addSessionType),

  edit: operation(on.edit, (tx, input, now) => withOwnCalendar(tx, () => editSessionType(tx, input, now))),

  setArchived: operation(on.setArchived, (tx, input, now) =>
    withOwnCalendar(tx, () => setSessionTypeArchived(tx, input.id, input.isArchived, now)),
  ),

  sort: operation(on.sort, async (tx, input) => ({ items: await sortSessionTypes(tx, input.ids) })),

  offered: operation(on.offered, async (tx, input) => ({
    items: (await listOfferedTypes(tx, input.therapistId)).map(({ id, name, durationMinutes, format, ruleId }) => ({
      id,
      name,
      durationMinutes,
      format,
      isInstant: ruleId !== null,
    })),
  })),
}
