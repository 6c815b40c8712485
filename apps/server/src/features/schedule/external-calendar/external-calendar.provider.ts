import type { WrittenEvent, RemoteEvent } from './events/calendar-event.ts'
import type { ExternalProblem } from '@attune/contract/features/schedule/external-calendar/external-calendar'

/** The error of a failed request to a calendar server, with a problem code of the contract. */
export class CalendarFailure extends Error {
  override name = 'CalendarFailure'
  readonly problem: ExternalProblem
  constructor(problem: ExternalProblem) {
    super(problem)
    this.problem = problem
  }
}

export type FoundCalendar = { url: string; name: string; color: string; canWrite: boolean }
/** Returns a calendar's name for display; `fallback` if it has no visible characters. */
export function calendarName(name: string, fallback: string): string {
  const shown = [...name.replaceAll(/\p{Cc}/gu, ' ')].slice(0, 100).join('').trim()
  return shown || fallback.slice(0, 100)
}
export type Discovery = {
  calendars: FoundCalendar[]
  /** The collection in which calendars can be created; null if there is none. */
  home: string | null
}

/** An event in a list, without its content. */
export type ListedItem = {
  href: string
  /** Empty if the server sends none. */
  etag: string
}
/** An event that was read from a server. */
export type ReadItem<Stored = unknown> = ListedItem & {
  /** The event in the server's format. Only its provider knows the type. */
  stored: Stored
  bytes: number
  /**
   * Whether Attune's own write of the event was interrupted. The event then does not count as changed in the external calendar and must be written
   * again.
   */
  isUnfinished?: true
}

/** The position of the last sync. */
export type SyncPosition = {
  /** The token for changes; null if the server has none. */
  token: string | null
  /** The collection's tag, for servers without tokens; null if there is none. */
  tag: string | null
}

/** The changes that a server lists. */
export type ListedChanges = SyncPosition & {
  changed: ListedItem[]
  gone: string[]
  /** The events for which the server reported an error. Attune leaves its stored state of these events unchanged. */
  unreadable: string[]
}

/** The result of a write. `changed`: the event was changed or deleted in the external calendar. `refused`: the server does not accept the event. */
export type WriteResult = { result: 'written'; etag: string } | { result: 'changed' } | { result: 'refused' }

/** The period in which events are read, and the time zone of the therapist. */
export type ReadWindow = { from: Date; to: Date; zone: string }

/** A prepared write. `digest` equals the result of `digestOf` for the stored event. */
type PreparedWrite = {
  digest: string
  /** Writes the event. If `etag` is null, writes only if there is no event yet. */
  send: (etag: string | null) => Promise<WriteResult>
}

/**
 * A server with calendars. Functions that contact it throw CalendarFailure if it is not reachable, refuses the credentials or responds invalidly.
 * The interface uses neutral values: a WrittenEvent is written, and a RemoteEvent is read. CalDAV and Google implement it.
 */
export type CalendarProvider<Stored = unknown> = {
  /** Returns the address at which an Attune event is created. */
  hrefOf(url: string, id: string): string
  discover(): Promise<Discovery>
  /** Creates a calendar in the home collection and returns its address; null if the server does not allow it. */
  create(home: string, name: string): Promise<string | null>
  /** Returns the changes since a position; null if the position is no longer valid on the server. */
  changesSince(url: string, position: SyncPosition): Promise<ListedChanges | null>
  /** Lists all events. Reads the position first, so that no later change is lost. */
  list(url: string): Promise<ListedChanges>
  /**
   * Reads events. The result omits deleted events; events with an error are in `unreadable`. An event that is too large has an empty etag and no
   * content.
   */
  read(url: string, hrefs: string[]): Promise<{ items: ReadItem<Stored>[]; unreadable: string[] }>
  /** Returns a digest of the contents of an event, without the additions that calendar programs make. */
  digestOf(stored: Stored): string
  /** Parses the content of events. `own`: whether Attune wrote the event. The result omits events that cannot be parsed at all. */
  interpret(items: { href: string; stored: Stored; own: boolean }[], window: ReadWindow): Promise<RemoteEvent[]>
  /**
   * Prepares a write. Keeps properties that a program has added to the existing event (`there`), except those with a word of `texts` that the event
   * no longer shows.
   */
  prepareWrite(href: string, event: WrittenEvent, there: { stored: Stored; texts: string[] } | null): PreparedWrite
  /** Deletes an event. Returns false if it was changed in the external calendar. A missing event counts as deleted. */
  remove(href: string, etag: string): Promise<boolean>
}

/** Whether an etag can be used as a condition of a write. A weak etag cannot (RFC 9110, 13.1.1). */
export const isStrongEtag = (etag: string) => etag !== '' && !etag.startsWith('W/')
