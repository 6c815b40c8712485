import { problemOfStatus } from '../external-calendar.failures.ts'
import {
  eventEtag,
  type GoogleEvent,
  googleFields,
  type GoogleSeries,
  hasMark,
  instantAt,
  isCancelled,
  occurrenceId,
  seriesEtag,
  unfinishedMark,
} from './events.ts'
import { eventsUrl, eventUrl, exceptionsIn, partsOfHref, readSeries } from './list.ts'
import type { GoogleAnswer, SendGoogle } from './request.ts'
import { changeOf, fieldsByRule, type GoogleFields, type GoogleTarget, newEventOf, startsByRule } from './write.ts'
import { CalendarFailure, type WriteResult } from '../external-calendar.provider.ts'

/** No write may send an invitation. */
const query = { sendUpdates: 'none', fields: googleFields } as const
/** Reasons of a 403 response that concern one event rather than the calendar. */
const eventReasons = ['forbiddenForNonOrganizer', 'eventTypeRestriction']

type Saving = { send: SendGoogle; calendarUrl: string; id: string; target: GoogleTarget }
type Saved = GoogleEvent | 'changed' | 'refused'

/**
 * Writes an Attune event. Writing a series with changed occurrences takes several requests, during which the series is marked as unfinished. If the
 * write is interrupted, the mark shows that Attune's own write is incomplete, so the event is written again.
 */
export async function writeGoogle(
  send: SendGoogle,
  href: string,
  target: GoogleTarget,
  etag: string | null,
): Promise<WriteResult> {
  const saving: Saving = { send, ...partsOfHref(href), target }
  if (etag === null) return createEvent(saving)
  if (!saving.target.fields.recurrence)
    return resultOf(await change(saving, saving.id, saving.target.fields, eventEtag(etag)))
  const series = await readSeries(send, saving.calendarUrl, saving.id)
  if (!series?.event || isCancelled(series.event)) return { result: 'changed' }
  const isKnown = !etag || seriesEtag(series) === etag || hasMark(series.event, unfinishedMark)
  return isKnown ? replace(saving, series, series.event) : { result: 'changed' }
}

const resultOf = (saved: Saved): WriteResult =>
  typeof saved === 'string' ? { result: saved } : { result: 'written', etag: saved.etag }

async function createEvent(saving: Saving): Promise<WriteResult> {
  const { send, calendarUrl, id, target } = saving
  const fields = target.changed.length > 0 ? unfinished(target.fields) : target.fields
  const body = { id, ...newEventOf(fields) }
  const answer = await send({ method: 'POST', url: eventsUrl(calendarUrl), query, body })
  if (answer.status === 409) return restore(saving)
  if (answer.status === 404 || answer.status === 410) throw new CalendarFailure('gone')
  const saved = savedIn(answer)
  return typeof saved === 'string' || target.changed.length === 0
    ? resultOf(saved)
    : writeOccurrences(saving, saved, [])
}

/**
 * Handles an id that already exists in the calendar. Writes the event again if it was deleted there or if an earlier write was interrupted; otherwise
 * returns 'changed'. Returns 'refused' if the event cannot be read.
 */
async function restore(saving: Saving): Promise<WriteResult> {
  const series = await readSeries(saving.send, saving.calendarUrl, saving.id)
  if (!series?.event) return { result: 'refused' }
  const isOpen = isCancelled(series.event) || hasMark(series.event, unfinishedMark)
  return isOpen ? replace(saving, series, series.event) : { result: 'changed' }
}

async function replace(saving: Saving, { exceptions }: GoogleSeries, event: GoogleEvent): Promise<WriteResult> {
  const { send, calendarUrl, id, target } = saving
  const isOneRequest = exceptions.length === 0 && target.changed.length === 0
  const fields = isOneRequest ? target.fields : unfinished(target.fields)
  const saved = await change(saving, id, fields, event.etag)
  if (typeof saved === 'string' || isOneRequest) return resultOf(saved)
  // Changing the series may have changed or removed its occurrences.
  return writeOccurrences(saving, saved, exceptions.length > 0 ? await exceptionsIn(send, calendarUrl, saved) : [])
}

const unfinished = (fields: GoogleFields): GoogleFields => ({
  ...fields,
  extendedProperties: { private: { ...fields.extendedProperties?.private, [unfinishedMark]: 'yes' } },
})

/** Writes the occurrences that differ from their required state, and removes the mark of the series. */
async function writeOccurrences(saving: Saving, event: GoogleEvent, exceptions: GoogleEvent[]): Promise<WriteResult> {
  const byId = new Map(exceptions.map((one) => [one.id, one]))
  for (const { id, fields, etag } of occurrenceChanges(saving, exceptions)) {
    const saved = await change(saving, id, fields, etag)
    if (typeof saved === 'string') return { result: saved }
    byId.set(id, saved)
  }
  // Writing an occurrence may change the etag of the series. Therefore this write has no condition, and the content is compared instead.
  const saved = await change(saving, saving.id, { extendedProperties: { private: { [unfinishedMark]: null } } }, '')
  if (typeof saved === 'string') return { result: saved }
  if (contentText(saved) !== contentText(event)) return { result: 'changed' }
  return { result: 'written', etag: seriesEtag({ event: saved, exceptions: [...byId.values()] }) }
}

const contentText = ({ status, summary, location, start, end, recurrence, transparency }: GoogleEvent) =>
  JSON.stringify([status, summary, location, start, end, recurrence, transparency])

type Change = { id: string; fields: Partial<GoogleFields> | { status: 'cancelled' }; etag: string }

/** Returns the changes that bring the occurrences of a series into their required state. */
function occurrenceChanges({ id, target }: Saving, exceptions: GoogleEvent[]): Change[] {
  const [byRule, excluded] = [startsByRule(target), new Set(target.excluded)]
  const wanted = new Map(target.changed.map((one) => [instantAt(one.start), one]))
  const others = exceptions.flatMap((one): Change[] => {
    const start = instantAt(one.originalStartTime)
    if (wanted.has(start)) return []
    const { timeZone } = target.fields.start
    const dateTime = new Date(start).toISOString().replace('.000Z', 'Z')
    const fields =
      byRule.has(start) && !excluded.has(start)
        ? fieldsByRule(target, { dateTime, ...(timeZone && { timeZone }) })
        : ({ status: 'cancelled' } as const)
    return shows(one, fields) ? [] : [{ id: one.id, fields, etag: one.etag }]
  })
  const byStart = new Map(exceptions.map((one) => [instantAt(one.originalStartTime), one]))
  const changed = [...wanted].flatMap(([start, one]): Change[] => {
    const there = byStart.get(start)
    if (!there) return [{ id: occurrenceId(id, one.start), fields: one.fields, etag: '' }]
    return shows(there, one.fields) ? [] : [{ id: there.id, fields: one.fields, etag: there.etag }]
  })
  return [...others, ...changed]
}

function shows(event: GoogleEvent, fields: GoogleFields | { status: 'cancelled' }): boolean {
  if (fields.status === 'cancelled' || isCancelled(event)) return fields.status === 'cancelled' && isCancelled(event)
  return (
    instantAt(event.start) === instantAt(fields.start) &&
    instantAt(event.end) === instantAt(fields.end) &&
    (event.summary ?? '') === fields.summary &&
    (event.location ?? '') === fields.location &&
    (event.transparency ?? 'opaque') === fields.transparency
  )
}

/** Changes the given fields of an event. Without an etag the change has no condition. */
async function change(saving: Saving, id: string, fields: Change['fields'], etag: string): Promise<Saved> {
  const body = 'start' in fields && 'end' in fields ? changeOf(fields as GoogleFields) : fields
  const url = eventUrl(saving.calendarUrl, id)
  const answer = await saving.send({ method: 'PATCH', url, query, body, ...(etag && { etag }) })
  const { sequence, ...rest } = body as GoogleFields
  // Google has increased the sequence number, for example because the event was moved in Google Calendar. Without a number in the request, Google
  // increases it again.
  if (answer.status === 400 && sequence !== undefined)
    return savedIn(await saving.send({ method: 'PATCH', url, query, body: rest, ...(etag && { etag }) }))
  return savedIn(answer)
}

function savedIn({ status, reason, content }: GoogleAnswer): Saved {
  if (status < 300) return content as GoogleEvent
  if (status === 412 || status === 404 || status === 409 || status === 410) return 'changed'
  if (status === 400 || (status === 403 && eventReasons.includes(reason))) return 'refused'
  throw new CalendarFailure(problemOfStatus(status))
}

/** Deletes an event, with all occurrences of a series. Returns false if the event in Google Calendar no longer has the etag `etag`. */
export async function removeGoogle(send: SendGoogle, href: string, etag: string): Promise<boolean> {
  const { calendarUrl, id } = partsOfHref(href)
  const condition = etag && { etag: eventEtag(etag) }
  const { status } = await send({
    method: 'DELETE',
    url: eventUrl(calendarUrl, id),
    query: { sendUpdates: 'none' },
    ...condition,
  })
  if (status === 412) return false
  if (status < 300 || status === 404 || status === 410) return true
  throw new CalendarFailure(problemOfStatus(status))
}
