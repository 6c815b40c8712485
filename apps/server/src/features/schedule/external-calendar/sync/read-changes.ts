import type { RemoteEvent } from '../events/calendar-event.ts'
import {
  CalendarFailure,
  type ListedChanges,
  type ListedItem,
  type ReadItem,
  type SyncPosition,
} from '../external-calendar.provider.ts'
import { windowOf } from './remote-state.ts'
import { canReadFrom, type EventRows, type SyncRun } from './run.ts'
import type { ExternalEventRow } from './store.ts'

/** The number of events per request, and the number and total size of events that are parsed in one process and saved together. */
const batch = { requested: 50, saved: 500, savedBytes: 8 * 1024 * 1024 }
const maxItems = 25_000
const comparisonMs = 24 * 60 * 60 * 1000

/** The known state of a calendar before reading it: Attune's events, and the etags of external events, both by address. */
export type KnownItems = { byHref: ReadonlyMap<string, ExternalEventRow>; items: ReadonlyMap<string, string> }

/** The listed changes. `isDelta`: only those since the last sync; otherwise everything was listed. */
type Listing = ListedChanges & {
  /** The events to read, because they differ from the known state. */
  toRead: ListedItem[]
  before: SyncPosition
  isDelta: boolean
  /** Whether all events are read again, which happens once a day. */
  isDaily: boolean
}

/**
 * The result of reading events: the events with their content, the addresses of events that were deleted in the meantime, and the number of events
 * that the server could not return.
 */
export type Changes = { read: ReadEvent[]; gone: string[]; unreadable: number }
/** An event with its parsed content; `content` is missing if nothing of it can be parsed. */
export type ReadEvent = ReadItem & { content: RemoteEvent | undefined }

export const rowsByHref = (rows: EventRows): KnownItems['byHref'] =>
  new Map([...rows.values()].map((row) => [row.href, row]))

/**
 * Lists the changes since the last sync, or all events if the position of that sync is no longer valid. Once a day, reads all events again, which
 * repairs changes that a token missed and advances the period for which series are expanded.
 */
export async function listChanges({ calendar, provider, now }: SyncRun, known: KnownItems): Promise<Listing> {
  const before = { token: calendar.token, tag: calendar.tag }
  const isKnown = Boolean(before.token ?? before.tag)
  const isDaily = !calendar.comparedAt || now.getTime() - Date.parse(calendar.comparedAt) >= comparisonMs
  const delta = isKnown && !isDaily ? await provider.changesSince(calendar.url, before) : null
  const listed = delta ?? everythingChanged(known, await provider.list(calendar.url), isDaily)
  if (listed.changed.length > maxItems) throw new CalendarFailure('too-many')
  const { byHref } = known
  const changed = listed.changed.filter(({ href, etag }) => !etag || byHref.get(href)?.etag !== etag || isDaily)
  // In a write-only calendar, external events are read only to find an Attune event that has moved to another address.
  const isAnyRead = canReadFrom(calendar) || listed.gone.some((href) => byHref.has(href))
  const toRead = changed.filter(({ href }) => isAnyRead || byHref.has(href))
  return { ...listed, toRead, before, isDelta: delta !== null, isDaily }
}

/** Compares a full list with the known state. With `all`, treats every listed event as changed. */
function everythingChanged({ byHref, items }: KnownItems, listed: ListedChanges, all: boolean): ListedChanges {
  const present = new Set([...listed.changed.map(({ href }) => href), ...listed.unreadable])
  const ours = [...byHref.values()].filter(({ etag }) => etag !== null)
  const known = [...items.keys(), ...ours.map(({ href }) => href)]
  const changed = listed.changed.filter(({ href, etag }) => all || !etag || items.get(href) !== etag)
  return { ...listed, changed, gone: known.filter((href) => !present.has(href)) }
}

/** Reads the changed events in parts that are small enough for one process. Saves nothing. */
export async function* readChanges(
  run: SyncRun,
  { toRead }: Listing,
  { byHref }: KnownItems,
): AsyncGenerator<Changes, void> {
  let waiting = noItems()
  for (let at = 0; at < toRead.length; at += batch.requested) {
    const part = new Map(toRead.slice(at, at + batch.requested).map(({ href, etag }) => [href, etag]))
    const { items, unreadable } = await run.provider.read(run.calendar.url, [...part.keys()])
    const present = new Set([...items.map(({ href }) => href), ...unreadable])
    waiting.gone.push(...[...part.keys()].filter((href) => !present.has(href)))
    waiting.unreadable += unreadable.length
    // An event that is too large is stored with the etag of the list, so that it is not read again until it changes.
    waiting.items.push(...items.map((item) => ({ ...item, etag: item.etag || (part.get(item.href) ?? '') })))
    const bytes = waiting.items.reduce((sum, item) => sum + item.bytes, 0)
    if (waiting.items.length < batch.saved && bytes < batch.savedBytes) continue
    yield await withContents(run, waiting, byHref)
    waiting = noItems()
  }
  yield await withContents(run, waiting, byHref)
}

type Items = { items: ReadItem[]; gone: string[]; unreadable: number }
const noItems = (): Items => ({ items: [], gone: [], unreadable: 0 })

async function withContents(
  run: SyncRun,
  { items, gone, unreadable }: Items,
  byHref: KnownItems['byHref'],
): Promise<Changes> {
  if (items.length === 0) return { read: [], gone, unreadable }
  const asked = items.map(({ href, stored }) => ({ href, stored, own: byHref.has(href) }))
  const contents = await run.provider.interpret(asked, windowOf(run))
  const byAddress = new Map(contents.map((content) => [content.href, content]))
  return {
    read: items.map((item) => ({ ...item, content: byAddress.get(item.href) })),
    gone,
    unreadable,
  }
}
