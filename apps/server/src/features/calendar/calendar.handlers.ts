import { zoneOf } from '../profile/profile.ts'
import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../../platform/database/actor.ts'
import { violates } from '../../platform/database/violation.ts'
import type { Context } from '../../platform/policy/context.ts'
import { conflict, notFound, refuse } from '../../platform/policy/refusal.ts'
import { freeByDay, openRanges } from '../availability/availability.ts'
import { absencesBetween, eventById, eventsBetween, importedBetween, toEvent } from './calendar.queries.ts'
import { type Asked, inTheWay, zoneChange } from '../schedule/schedule.ts'
import { addEvent, layOut } from './event.add.ts'
import { editEvent, removeEvent, timesAsked } from './event.edit.ts'
import { takeBack } from './event.undo.ts'
import { ownFeed, removeFeed, rotateFeed, setFeed } from './feed.ts'
import { addImport, importedCalendar, importedCalendars, removeImport, renameImport } from './import.ts'
import { readCalendar } from './import.read.ts'
import { changeZone } from './zone.change.ts'

const on = implement(contract.calendar).$context<Context>()
const maxSpan = 62 * 24 * 60 * 60 * 1000
const done = { done: true as const }

/** Turns a violated unique key of an id that another therapist uses into CONFLICT. */
const refuseForeign = (key: string) => (error: unknown) => {
  throw violates(error, key) ? conflict() : error
}

async function eventNow(tx: Tx, id: string) {
  const event = await eventById(tx, id)
  if (!event) throw notFound()
  return toEvent(event)
}

type EventTimesQuery = Parameters<typeof timesAsked>[1]

/** The times that a new event, or a change of an existing one, would take. */
async function requestedTimes(
  tx: Tx,
  { but, ...query }: Omit<EventTimesQuery, 'id'> & { but?: string | undefined },
  now: Date,
): Promise<Asked> {
  if (!query.repeat && query.scope === 'one') return { spans: [query], but: but ? [but] : [] }
  const zone = await zoneOf(tx)
  if (but) return timesAsked(tx, { ...query, id: but }, zone, now)
  const first = { id: randomUUID(), title: '', location: '', ...query, repeat: query.repeat ?? undefined }
  return { spans: layOut(first, zone, now).rows, but: [] }
}

/** How long a request waits for an external calendar. The read continues afterwards, and the browser gets the change by realtime. */
const maxWaitMs = 7_500

/** Reads an imported calendar and returns its new state. */
async function readNow({ house, actor, requestId }: Context, id: string) {
  const read = readCalendar(house, actor.id as string, id)
  read.catch((error: unknown) => house.log.warn('a calendar could not be read', { requestId, error }))
  const late = new AbortController()
  await Promise.race([read, sleep(maxWaitMs, undefined, { signal: late.signal }).catch(() => {})]).finally(() =>
    late.abort(),
  )
  return house.db.asActor(actor, (tx) => importedCalendar(tx, id))
}

export const calendarHandlers = {
  between: on.between.handler(({ input: { startsAt, endsAt }, context: { house, actor } }) => {
    const length = Date.parse(endsAt) - Date.parse(startsAt)
    if (!(length > 0 && length <= maxSpan)) throw refuse('BAD_REQUEST', 400)
    return house.db.asActor(actor, async (tx) => {
      const me = actor.id as string
      const span = { startsAt, endsAt }
      const [zone, events, absences, imported, open, days] = await Promise.all([
        zoneOf(tx),
        eventsBetween(tx, startsAt, endsAt),
        absencesBetween(tx, startsAt, endsAt),
        importedBetween(tx, startsAt, endsAt),
        openRanges(tx, me, span),
        freeByDay(tx, me, span, house.clock.now()),
      ])
      return { zone, events, absences, imported, open, days }
    })
  }),

  conflicts: on.conflicts.handler(async ({ input, context: { house, actor } }) => ({
    items: await house.db.asActor(actor, async (tx) =>
      inTheWay(tx, await requestedTimes(tx, input, house.clock.now())),
    ),
  })),

  addEvent: on.addEvent.handler(({ input, context: { house, actor } }) =>
    house.db
      .asActor(actor, async (tx) => {
        await addEvent(tx, input, house.clock.now())
        return eventNow(tx, input.id)
      })
      .catch(refuseForeign('event_pkey')),
  ),
  editEvent: on.editEvent.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      await editEvent(tx, input, house.clock.now())
      return eventNow(tx, input.id)
    }),
  ),
  removeEvent: on.removeEvent.handler(async ({ input, context: { house, actor } }) => {
    await house.db.asActor(actor, (tx) => removeEvent(tx, input, house.clock.now()))
    return done
  }),
  takeBack: on.takeBack.handler(async ({ input, context: { house, actor } }) => {
    await house.db.asActor(actor, (tx) => takeBack(tx, input, house.clock.now()))
    return done
  }),

  feed: on.feed.handler(({ context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => ({ feed: await ownFeed(house, tx) })),
  ),
  setFeed: on.setFeed.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => setFeed(house, tx, input.mode)),
  ),
  rotateFeed: on.rotateFeed.handler(({ context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => rotateFeed(house, tx, house.clock.now())),
  ),
  removeFeed: on.removeFeed.handler(async ({ context: { house, actor } }) => {
    await house.db.asActor(actor, removeFeed)
    return done
  }),

  imports: on.imports.handler(async ({ context: { house, actor } }) => ({
    items: await house.db.asActor(actor, importedCalendars),
  })),
  addImport: on.addImport.handler(async ({ input, context }) => {
    const { house, actor } = context
    await house.db.asActor(actor, (tx) => addImport(tx, input)).catch(refuseForeign('imported_calendar_pkey'))
    return readNow(context, input.id)
  }),
  renameImport: on.renameImport.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => renameImport(tx, input)),
  ),
  readImport: on.readImport.handler(({ input, context }) => readNow(context, input.id)),
  removeImport: on.removeImport.handler(async ({ input, context: { house, actor } }) => {
    await house.db.asActor(actor, (tx) => removeImport(tx, input.id))
    return done
  }),

  zoneChange: on.zoneChange.handler(({ context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => zoneChange(tx, house.clock.now())),
  ),
  changeZone: on.changeZone.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => changeZone(tx, input, house.clock.now())),
  ),
}
