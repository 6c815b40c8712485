import type { Absence } from '@attune/contract/features/availability'
import type { Event, ImportedEvent } from '@attune/contract/features/calendar'
import type { Session } from '@attune/contract/features/session'
import { holdingStatuses, type SessionStatus, type Viewer } from '@attune/contract/features/session.states'

/** The appearance of an item, which its icon and text express too. */
export type Look = 'agreed' | 'several' | 'asked' | 'requested' | 'awaiting' | 'past' | 'busy'
/** The status of a session, or the kind of another item. */
export type Standing = SessionStatus | 'asked' | 'event' | 'imported' | 'absence'

/** A session, busy time, imported event or absence on the calendar. */
export type Item = {
  id: string
  startUtc: string
  endUtc: string
  /** Label of the item, reduced to what privacy mode allows. */
  name: string
  look: Look
  standing: Standing
  /** Part of a series of sessions or busy times. */
  repeats: boolean
  movable: boolean
} & (
  | { kind: 'session'; session: Session }
  | { kind: 'event'; event: Event }
  | { kind: 'imported'; imported: ImportedEvent }
  | { kind: 'absence'; absence: Absence }
)

const holdsTime = (session: Session) => (holdingStatuses as readonly string[]).includes(session.status)
const overlap = (a: Session, b: Session) => a.startsAt < b.endsAt && b.startsAt < a.endsAt

/** The visible sessions: without declined ones, and without cancelled ones whose time another session takes. */
export function shownSessions(sessions: readonly Session[]): Session[] {
  const held = sessions.filter(holdsTime)
  return sessions.filter(
    (session) =>
      session.status !== 'denied' && (session.status !== 'cancelled' || !held.some((other) => overlap(session, other))),
  )
}

/** Translated texts for the labels of items. */
export type NameWords = {
  group: (count: number) => string
  busy: string
  away: string
  list: (names: string[]) => string
}

const initialOf = (name: string) => name.trim().charAt(0).toLocaleUpperCase()

function initialsOf(person: { firstName: string; lastName: string }) {
  return `${initialOf(person.firstName)}${initialOf(person.lastName)}`
}

/** Reduces short names to initials: 'Ana M., Leo B.' becomes 'AM, LB'. */
export const initialsIn = (names: string) =>
  names
    .split(', ')
    .map((name) => name.split(' ').map(initialOf).join(''))
    .join(', ')

/** The label of a session: 'Ana M.', 'AM' in privacy mode, the number of people for a group, the therapist for a client. */
export function nameOf(session: Session, viewer: Viewer, initials: boolean, words: NameWords): string {
  if (viewer === 'client') return session.therapist.name
  const people = session.participants
  if (session.therapyType === 'group') return words.group(people.length)
  if (initials) return people.map(initialsOf).join(' + ')
  const [only] = people
  if (only && people.length === 1)
    return [only.firstName, initialOf(only.lastName)].filter(Boolean).join(' ') + (only.lastName ? '.' : '')
  return words.list(people.map((person) => person.firstName))
}

function lookOf(session: Session, now: Date): Look {
  if (session.status === 'pending') return 'requested'
  const isOver = Date.parse(session.endsAt) <= now.getTime()
  if (isOver || !holdsTime(session)) return 'past'
  if (session.change) return 'asked'
  if (session.status !== 'confirmed') return 'awaiting'
  return session.therapyType === 'individual' ? 'agreed' : 'several'
}

type CalendarContent = {
  sessions: readonly Session[]
  events?: readonly Event[]
  imported?: readonly ImportedEvent[]
  absences?: readonly Absence[]
}
type DisplayOptions = { viewer: Viewer; initials: boolean; words: NameWords; now: Date }

/** All items of the calendar, ordered by start. */
export function itemsOf(content: CalendarContent, { viewer, initials, words, now }: DisplayOptions): Item[] {
  const sessions = shownSessions(content.sessions).map((session): Item => ({
    kind: 'session',
    id: session.id,
    startUtc: session.startsAt,
    endUtc: session.endsAt,
    name: nameOf(session, viewer, initials, words),
    look: lookOf(session, now),
    standing: holdsTime(session) && session.change ? 'asked' : session.status,
    repeats: session.seriesId !== null,
    movable: viewer === 'therapist' && session.may.move,
    session,
  }))
  const events = (content.events ?? []).map((event): Item => ({
    kind: 'event',
    id: event.id,
    startUtc: event.startsAt,
    endUtc: event.endsAt,
    name: initials ? words.busy : event.title,
    look: 'busy',
    standing: 'event',
    repeats: event.seriesId !== null,
    movable: true,
    event,
  }))
  const imported = (content.imported ?? []).map((foreign, index): Item => ({
    kind: 'imported',
    id: `imported-${foreign.calendarId}-${foreign.startsAt}-${index}`,
    startUtc: foreign.startsAt,
    endUtc: foreign.endsAt,
    name: initials ? words.busy : foreign.title || words.busy,
    look: 'busy',
    standing: 'imported',
    repeats: false,
    movable: false,
    imported: foreign,
  }))
  const absences = (content.absences ?? []).map((absence): Item => ({
    kind: 'absence',
    id: absence.id,
    startUtc: absence.startsAt,
    endUtc: absence.endsAt,
    name: initials ? words.away : absence.title || words.away,
    look: 'busy',
    standing: 'absence',
    repeats: false,
    movable: false,
    absence,
  }))
  return [...sessions, ...events, ...imported, ...absences].toSorted(
    (a, b) => a.startUtc.localeCompare(b.startUtc) || a.endUtc.localeCompare(b.endUtc) || a.id.localeCompare(b.id),
  )
}

/** The item at another time, shown until the server answers. */
export const itemAt = (item: Item, startUtc: string, endUtc: string): Item => ({ ...item, startUtc, endUtc })
