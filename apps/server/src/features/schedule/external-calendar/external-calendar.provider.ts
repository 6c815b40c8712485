import type { WrittenEvent, RemoteEvent } from './events/calendar-event.ts'
import type { ExternalProblem } from '@attune/contract/features/schedule/external-calendar/external-calendar'

/** Why a request to a calendar server failed, in the words of the contract. */
export class CalendarFailure extends Error {
  override name = 'CalendarFailure'
  readonly problem: ExternalProblem
  constructor(problem: ExternalProblem) {
    super(problem)
    this.problem = problem
  }
}

export type FoundCalendar = { url: string; name: string; color: string; canWrite: boolean }
/** Returns the name of a calendar as the product shows it; `fallback` if nothing of it can be shown. */
export function calendarName(name: string, fallback: string): string {
  const shown = [...name.replaceAll(/\p{Cc}/gu, ' ')].slice(0, 100).join('').trim()
  return shown || fallback.slice(0, 100)
}
export type Discovery = {
  calendars: FoundCalendar[]
  /** The collection in which calendars can be made; null if there is none. */
  home: string | null
}

/** An event as listed, without its content. The etag is empty if the server gives none. */
export type ListedItem = { href: string; etag: string }
/**
 * An event as the server stores it; only its provider knows the form of `stored`. `isUnfinished`: our own write of the event was interrupted,
 * so it is no change there and must be written again.
 */
export type ReadItem<Stored = unknown> = ListedItem & { stored: Stored; bytes: number; isUnfinished?: true }

/** Where the last sync ended: the token of the changes, and the tag of the collection for servers without tokens. */
export type SyncPosition = { token: string | null; tag: string | null }

/** `unreadable`: events for which the server reported an error. Their stored state stays. */
export type ListedChanges = SyncPosition & { changed: ListedItem[]; gone: string[]; unreadable: string[] }

/** The result of a write: `changed` if the event was changed or deleted there, `refused` if the server does not accept it. */
export type WriteResult = { result: 'written'; etag: string } | { result: 'changed' } | { result: 'refused' }

/** The period in which events are read, and the time zone of the therapist. */
export type ReadWindow = { from: Date; to: Date; zone: string }

/** A write that is ready to be sent. `digest` is what `digestOf` returns for the event once it is stored. */
type PreparedWrite = {
  digest: string
  /** Writes the event. `etag` null: only if nothing is there. */
  send: (etag: string | null) => Promise<WriteResult>
}

/**
 * A server with calendars. Each member that asks it throws CalendarFailure if the server cannot be reached, refuses the credentials or gives
 * no valid answer. Events are values on this side of it: what is written is a WrittenEvent, and what is read becomes a RemoteEvent. CalDAV
 * and Google are the providers; another one implements the same members.
 */
export type CalendarProvider<Stored = unknown> = {
  /** Returns the address at which an event of ours is created. */
  hrefOf(url: string, id: string): string
  discover(): Promise<Discovery>
  /** Creates a calendar in the home collection and returns its address; null if the server does not allow it. */
  create(home: string, name: string): Promise<string | null>
  /** Returns the changes since a position; null if the server no longer knows it. */
  changesSince(url: string, position: SyncPosition): Promise<ListedChanges | null>
  /** Lists everything. The position is read first, so that no change between both is lost. */
  list(url: string): Promise<ListedChanges>
  /**
   * Reads events. Those that are gone are missing in the result; those with an error are in `unreadable`. An event that is too large has an
   * empty etag and no content.
   */
  read(url: string, hrefs: string[]): Promise<{ items: ReadItem<Stored>[]; unreadable: string[] }>
  /** Returns a digest of the contents of an event, without additions of programs. */
  digestOf(stored: Stored): string
  /** Returns the contents of events. `own`: we wrote the event. The result lacks an event of which nothing can be read. */
  interpret(items: { href: string; stored: Stored; own: boolean }[], window: ReadWindow): Promise<RemoteEvent[]>
  /**
   * Prepares a write. Properties that a program has added to the event there (`there`) are kept, except those with a word of `texts` that the
   * event no longer shows.
   */
  prepareWrite(href: string, event: WrittenEvent, there: { stored: Stored; texts: string[] } | null): PreparedWrite
  /** Deletes an event. Returns false if it was changed there. An event that is gone counts as deleted. */
  remove(href: string, etag: string): Promise<boolean>
}

/** Whether an etag can be used as a condition of a write. A weak etag cannot (RFC 9110, 13.1.1). */
export const isStrongEtag = (etag: string) => etag !== '' && !etag.startsWith('W/')
