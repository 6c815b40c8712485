import type { Absence } from '@attune/contract/features/availability'
import type { Event, ImportedEvent } from '@attune/contract/features/calendar'
import type { Session } from '@attune/contract/features/session'
import { holdingStatuses, type SessionStatus, type Viewer } from '@attune/contract/features/session.states'

/** How something looks; said in words and by an icon too. */
export type Look = 'agreed' | 'several' | 'asked' | 'requested' | 'awaiting' | 'past' | 'busy'
/** The word under the name: the state of a session, or what else it is. */
export type Standing = SessionStatus | 'asked' | 'event' | 'imported' | 'absence'

/** Something that stands on the calendar. */
export type Item = {
  id: string
  startUtc: string
  endUtc: string
  /** Whom or what it is about, as much of it as may be shown. */
  name: string
  look: Look
  standing: Standing
  /** A part of a series, of sessions or of busy blocks. */
  repeats: boolean
  movable: boolean
} & (
  | { kind: 'session'; session: Session }
  | { kind: 'event'; event: Event }
  | { kind: 'imported'; imported: ImportedEvent }
  | { kind: 'absence'; absence: Absence }
)

const holds = (session: Session) => (holdingStatuses as readonly string[]).includes(session.status)
const overlap = (a: Session, b: Session) => a.startsAt < b.endsAt && b.startsAt < a.endsAt

/** What a calendar shows of the sessions: declined ones not, cancelled ones only where nothing took their place. */
export function shownSessions(sessions: readonly Session[]): Session[] {
  const held = sessions.filter(holds)
  return sessions.filter(
    (session) =>
      session.status !== 'denied' && (session.status !== 'cancelled' || !held.some((other) => overlap(session, other))),
  )
}

/** Words that the names are made with. */
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

/** Names that are short already, by their initials: 'AM, LB' of 'Ana M., Leo B.'. */
export const initialsIn = (names: string) =>
  names
    .split(', ')
    .map((name) => name.split(' ').map(initialOf).join(''))
    .join(', ')

/** 'Ana M.', or 'AM' where others may look; a group is told by how many they are. */
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
  if (isOver || !holds(session)) return 'past'
  if (session.change) return 'asked'
  if (session.status !== 'confirmed') return 'awaiting'
  return session.therapyType === 'individual' ? 'agreed' : 'several'
}

type Content = {
  sessions: readonly Session[]
  events?: readonly Event[]
  imported?: readonly ImportedEvent[]
  absences?: readonly Absence[]
}
type Seen = { viewer: Viewer; initials: boolean; words: NameWords; now: Date }

/** Everything that stands on the calendar, by start. */
export function itemsOf(content: Content, { viewer, initials, words, now }: Seen): Item[] {
  const sessions = shownSessions(content.sessions).map((session): Item => ({
    kind: 'session',
    id: session.id,
    startUtc: session.startsAt,
    endUtc: session.endsAt,
    name: nameOf(session, viewer, initials, words),
    look: lookOf(session, now),
    standing: holds(session) && session.change ? 'asked' : session.status,
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

/** An item at another time, as it will look until the answer is there. */
export const itemAt = (item: Item, startUtc: string, endUtc: string): Item => ({ ...item, startUtc, endUtc })
