import type { CalendarContent } from '@attune/contract/features/schedule/calendar/calendar'
import type { Context } from '../../../platform/policy/context.ts'
import { requireSpan } from '../../../platform/policy/span.ts'
import { readZone } from '../../people/profile/profile.ts'
import { countFreeSlots, listOpenRanges } from '../availability/availability.ts'
import { listAbsences, listEvents, listImportedEvents } from './calendar.queries.ts'

/** Returns the content of the acting therapist's calendar without the sessions. Refuses a period of more than 62 days. */
export async function readCalendarContent(
  { app, actor }: Context,
  span: { startsAt: string; endsAt: string },
): Promise<CalendarContent> {
  const { startsAt, endsAt } = span
  requireSpan({ from: startsAt, to: endsAt })
  return app.db.asActor(actor, async (tx) => {
    const me = actor.id
    const [zone, events, absences, imported, open, days] = await Promise.all([
      readZone(tx),
      listEvents(tx, startsAt, endsAt),
      listAbsences(tx, startsAt, endsAt),
      listImportedEvents(tx, startsAt, endsAt, app.clock.now()),
      listOpenRanges(tx, me, span),
      countFreeSlots(tx, me, span, app.clock.now()),
    ])
    return { zone, events, absences, imported, open, days }
  })
}
