import type { Absence } from '@attune/contract/features/schedule/availability/availability'
import type { CalendarEvent, ImportedEvent } from '@attune/contract/features/schedule/calendar/calendar'
import type { Session } from '@attune/contract/features/schedule/session/session'
import {
  awaitsViewer,
  shownStatusOf,
  type ShownStatus,
} from '@attune/contract/features/schedule/session/session.shown.states'
import { holdsTime, type ViewerRole } from '@attune/contract/features/schedule/session/session.states'

/** The color scheme of an item. Icon and text also show the status, because color alone is not accessible. */
export type CalendarItemAppearance = 'agreed' | 'several' | 'asked' | 'requested' | 'awaiting' | 'past' | 'busy'
/** The status of a session, or the kind of another item. */
export type CalendarItemStatus = ShownStatus | 'event' | 'imported' | 'outdated' | 'absence'

/** A session, busy time, imported event or absence on the calendar. */
export type CalendarItem = {
  id: string
  startUtc: string
  endUtc: string
  /** The label of the item; in privacy mode without names and titles. */
  name: string
  appearance: CalendarItemAppearance
  status: CalendarItemStatus
  /** Whether the item is part of a series of sessions or busy times. */
  repeats: boolean
  movable: boolean
} & (
  | {
      kind: 'session'
      session: Session
      /** Whether the session has the color of its type, because the calendar shows several types. */
      hasTypeColor: boolean
    }
  | { kind: 'event'; event: CalendarEvent }
  | { kind: 'imported'; imported: ImportedEvent }
  | { kind: 'absence'; absence: Absence }
)

const overlap = (a: Session, b: Session) => a.startsAt < b.endsAt && b.startsAt < a.endsAt

/** Returns the sessions to show. Omits declined sessions, and cancelled sessions if another session now occupies their time. */
export function visibleSessions(sessions: readonly Session[]): Session[] {
  const held = sessions.filter(holdsTime)
  return sessions.filter(
    (session) =>
      session.status !== 'denied' && (session.status !== 'cancelled' || !held.some((other) => overlap(session, other))),
  )
}

/** Translated texts for the labels of items. */
export type CalendarItemTexts = {
  group: (count: number) => string
  busy: string
  away: string
  list: (names: string[]) => string
}

const initialOf = (name: string) => name.trim().charAt(0).toLocaleUpperCase()

function initialsOf(person: { firstName: string; lastName: string }) {
  return `${initialOf(person.firstName)}${initialOf(person.lastName)}`
}

/** Shortens names to initials: 'Ana M., Leo B.' becomes 'AM, LB'. */
export const initialsOfNames = (names: string) =>
  names
    .split(', ')
    .map((name) => name.split(' ').map(initialOf).join(''))
    .join(', ')

/**
 * Returns the label of a session. A client sees the therapist's name. A therapist sees the client ('Ana M.'), the first
 * names of several clients, or the number of people in a group. In privacy mode, initials replace the clients' names
 * ('AM').
 */
export function calendarSessionName(
  session: Session,
  viewer: ViewerRole,
  initials: boolean,
  texts: CalendarItemTexts,
): string {
  if (viewer === 'client') return session.therapist.name
  const people = session.participants
  if (session.therapyType === 'group') return texts.group(people.length)
  if (initials) return people.map(initialsOf).join(' + ')
  const [only] = people
  if (only && people.length === 1)
    return [only.firstName, initialOf(only.lastName)].filter(Boolean).join(' ') + (only.lastName ? '.' : '')
  return texts.list(people.map((person) => person.firstName))
}

/** Returns the appearance of a session. A session that awaits the viewer's answer is amber: `requested`, or `asked` while it is not over. */
function lookOf(session: Session, viewer: ViewerRole, now: Date): CalendarItemAppearance {
  const isAwaited = awaitsViewer(session, viewer)
  if (session.status === 'pending') return isAwaited ? 'requested' : 'awaiting'
  const isOver = Date.parse(session.endsAt) <= now.getTime()
  if (isOver || !holdsTime(session)) return 'past'
  if (isAwaited) return 'asked'
  if (session.change || session.status !== 'confirmed') return 'awaiting'
  return session.therapyType === 'individual' ? 'agreed' : 'several'
}

type CalendarContent = {
  sessions: readonly Session[]
  events?: readonly CalendarEvent[]
  imported?: readonly ImportedEvent[]
  absences?: readonly Absence[]
}
type DisplayOptions = { viewer: ViewerRole; initials: boolean; texts: CalendarItemTexts; now: Date }

const sessionItem = (
  session: Session,
  { viewer, initials, texts, now }: DisplayOptions,
  hasTypeColor: boolean,
): CalendarItem => ({
  kind: 'session',
  id: session.id,
  startUtc: session.startsAt,
  endUtc: session.endsAt,
  name: calendarSessionName(session, viewer, initials, texts),
  appearance: lookOf(session, viewer, now),
  status: shownStatusOf(session),
  repeats: session.seriesId !== null,
  movable: viewer === 'therapist' && session.may.move,
  session,
  hasTypeColor,
})

const eventItem = (event: CalendarEvent, { initials, texts }: DisplayOptions): CalendarItem => ({
  kind: 'event',
  id: event.id,
  startUtc: event.startsAt,
  endUtc: event.endsAt,
  name: initials ? texts.busy : event.title || texts.busy,
  appearance: 'busy',
  status: 'event',
  repeats: event.seriesId !== null,
  movable: true,
  event,
})

/** @param index distinguishes the ids of two events that start at the same time in one calendar */
const importedItem = (imported: ImportedEvent, index: number, { initials, texts }: DisplayOptions): CalendarItem => ({
  kind: 'imported',
  id: `imported-${imported.calendarId}-${imported.startsAt}-${index}`,
  startUtc: imported.startsAt,
  endUtc: imported.endsAt,
  name: initials ? texts.busy : imported.title || texts.busy,
  appearance: 'busy',
  status: imported.isOutdated ? 'outdated' : 'imported',
  repeats: false,
  movable: false,
  imported,
})

const absenceItem = (absence: Absence, { initials, texts }: DisplayOptions): CalendarItem => ({
  kind: 'absence',
  id: absence.id,
  startUtc: absence.startsAt,
  endUtc: absence.endsAt,
  name: initials ? texts.away : absence.title || texts.away,
  appearance: 'busy',
  status: 'absence',
  repeats: false,
  movable: false,
  absence,
})

/** Compares instants and ids by their characters, which takes a tenth of the time of `localeCompare`. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Returns all items of the calendar, ordered by start, then by end. */
export function calendarItems(content: CalendarContent, options: DisplayOptions): CalendarItem[] {
  const sessions = visibleSessions(content.sessions)
  const types = new Set(sessions.flatMap(({ type }) => type?.id ?? []))
  const items = [
    ...sessions.map((session) => sessionItem(session, options, types.size > 1)),
    ...(content.events ?? []).map((event) => eventItem(event, options)),
    ...(content.imported ?? []).map((imported, index) => importedItem(imported, index, options)),
    ...(content.absences ?? []).map((absence) => absenceItem(absence, options)),
  ]
  return items.toSorted((a, b) => compare(a.startUtc, b.startUtc) || compare(a.endUtc, b.endUtc) || compare(a.id, b.id))
}

/** Returns a copy of the item at another time, to show a move before the server has confirmed it. */
export const itemAtTime = (item: CalendarItem, startUtc: string, endUtc: string): CalendarItem => ({
  ...item,
  startUtc,
  endUtc,
})
