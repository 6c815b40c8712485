import type { EventId, ImportedCalendarId } from '@attune/contract/common/ids'
import { readZone } from '../../people/profile/profile.ts'
import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../platform/database/actor.ts'
import { violatesConstraint } from '../../../platform/database/violation.ts'
import { waitAtMost } from '../../../platform/process/wait-at-most.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { conflict, notFound } from '../../../platform/policy/refusal.ts'
import { readCalendarContent } from './calendar.content.ts'
import { findStoredEvent, toEvent } from './calendar.queries.ts'
import { type RequestedTimes, listEventConflicts, previewZoneChange } from '../schedule/schedule.ts'
import { addEvent, materializeEvent } from './event/add.ts'
import { editEvent, readTimesOfEventChange } from './event/edit.ts'
import { removeEvent } from './event/remove.ts'
import { undoEventChange } from './event/undo.ts'
import { findOwnFeed, removeFeed, rotateFeed, setFeed } from './feed/feed.ts'
import { addImport, readImportedCalendar, listImportedCalendars, removeImport, renameImport } from './import/import.ts'
import { refreshImport } from './import/read.ts'
import { changeZone } from './zone/change.ts'

const on = implement(contract.calendar).$context<Context>()
const done = { done: true as const }

/**
 * Returns an error handler. It refuses with CONFLICT if a new row violates the unique key `key`, because the id of
 * the row belongs to another therapist. It rethrows any other error.
 */
const refuseForeign = (key: string) => (error: unknown) => {
  throw violatesConstraint(error, key) ? conflict() : error
}

async function readEventNow(tx: Tx, id: EventId) {
  const event = await findStoredEvent(tx, id)
  if (!event) throw notFound()
  return toEvent(event)
}

type EventTimesQuery = Parameters<typeof readTimesOfEventChange>[1]

/**
 * Returns the times that a new event would occupy, or the times that the existing event `but` would occupy after a
 * change.
 */
async function readRequestedTimes(
  tx: Tx,
  { but, ...query }: Omit<EventTimesQuery, 'id'> & { but?: string | undefined },
  now: Date,
): Promise<RequestedTimes> {
  if (!query.repeat && query.scope === 'one') return { spans: [query], except: but ? [but] : [] }
  const zone = await readZone(tx)
  if (but) return readTimesOfEventChange(tx, { ...query, id: but }, zone, now)
  const first = { id: randomUUID(), title: '', location: '', ...query, repeat: query.repeat ?? undefined }
  return { spans: materializeEvent(first, zone, now).rows, except: [] }
}

/**
 * The maximum time in milliseconds that a request waits for a read of an external calendar. A longer read continues
 * after the response, and the browser gets the result through its socket.
 */
const maxWaitMs = 7_500

/** Reads an imported calendar, waits at most `maxWaitMs`, and returns the state of the calendar. */
async function readNow({ app, actor, requestId }: Context, id: ImportedCalendarId) {
  const read = refreshImport(app, actor.id, id)
  read.catch((error: unknown) => app.log.warn('a calendar could not be read', { requestId, error }))
  await waitAtMost(maxWaitMs, () => read)
  return app.db.asActor(actor, (tx) => readImportedCalendar(tx, id))
}

export const calendarHandlers = {
  between: on.between.handler(({ input, context }) => readCalendarContent(context, input)),

  conflicts: operation(on.conflicts, async (tx, input, now) => ({
    items: await listEventConflicts(tx, await readRequestedTimes(tx, input, now)),
  })),

  addEvent: on.addEvent.handler(({ input, context: { app, actor } }) =>
    app.db
      .asActor(actor, async (tx) => {
        await addEvent(tx, input, app.clock.now())
        return readEventNow(tx, input.id)
      })
      .catch(refuseForeign('event_pkey')),
  ),
  editEvent: operation(on.editEvent, async (tx, input, now) => {
    await editEvent(tx, input, now)
    return readEventNow(tx, input.id)
  }),
  removeEvent: operation(on.removeEvent, async (tx, input, now) => {
    await removeEvent(tx, input, now)
    return done
  }),
  undoEventChange: operation(on.undoEventChange, async (tx, input, now) => {
    await undoEventChange(tx, input, now)
    return done
  }),

  feed: on.feed.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({ feed: await findOwnFeed(app, tx) })),
  ),
  setFeed: on.setFeed.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => setFeed(app, tx, input.mode)),
  ),
  rotateFeed: on.rotateFeed.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => rotateFeed(app, tx, app.clock.now())),
  ),
  removeFeed: on.removeFeed.handler(async ({ context: { app, actor } }) => {
    await app.db.asActor(actor, removeFeed)
    return done
  }),

  imports: on.imports.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, listImportedCalendars),
  })),
  addImport: on.addImport.handler(async ({ input, context }) => {
    const { app, actor } = context
    await app.db.asActor(actor, (tx) => addImport(tx, input)).catch(refuseForeign('imported_calendar_pkey'))
    return readNow(context, input.id)
  }),
  renameImport: operation(on.renameImport, renameImport),
  readImport: on.readImport.handler(({ input, context }) => readNow(context, input.id)),
  removeImport: operation(on.removeImport, async (tx, input) => {
    await removeImport(tx, input.id)
    return done
  }),

  zoneChange: operation(on.zoneChange, (tx, _input, now) => previewZoneChange(tx, now)),
  changeZone: operation(on.changeZone, changeZone),
}
