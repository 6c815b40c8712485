import { occurrences } from '@attune/contract/common/time/recurrence'
import { offsetIntervals } from '@attune/contract/common/time/time'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { displayName, initials } from '@attune/contract/features/people/account/account.rules'
import type { FeedMode } from '@attune/contract/features/schedule/calendar/calendar'
import type { SessionId } from '@attune/contract/common/ids'
import { createHash } from 'node:crypto'
import { translate } from '../../../../platform/text/translations.ts'
import { pageOfSession } from '../../session/session.ts'
import { occurrenceOn, type StoredSeries } from '../../recurrence/recurrence.ts'
import {
  type WrittenEvent,
  type EventStamp,
  seriesEvent,
  singleEvent,
  type WrittenOccurrence,
  type WrittenSeries,
} from './calendar-event.ts'
import type { OwnEntry } from './own-entries.ts'

const hour = 60 * 60 * 1000

/** The settings for how Attune's events appear in a calendar. */
export type WritingRules = {
  privacy: FeedMode
  withPlace: boolean
  language: Language
  /** The origin of the product, for links. */
  origin: string
}

/** An occurrence in the form that an external calendar must show, with its session or busy time. */
export type ExpectedOccurrence = WrittenOccurrence & { id: string; kind: 'session' | 'event'; originalStart: string }

/** One event in an external calendar: a session, a busy time, or a whole series. */
export type OwnObject = {
  id: string
  kind: 'session' | 'event' | 'series'
  expected: ExpectedOccurrence[]
  /** Returns the names, titles and locations of the event, including those that the calendar does not show. */
  texts(): string[]
  /** For a series: whether a clock change may skip or repeat an instant's local time. Programs interpret such times differently. */
  isAmbiguous?(instant: string): boolean
  /** The day of the last occurrence, in UTC. */
  lastDay: string
  /** A digest of everything that is written. */
  hash: string
  event(stamp: EventStamp): WrittenEvent
}

/** Returns the UID of an Attune event. It must never change. */
export const uidOf = (id: string) => `${id}@attune`
/** Returns the id in a UID that the product has issued, in an external calendar, a feed or an email. */
export const idInUid = (uid: string) =>
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i.exec(uid)?.[1]?.toLowerCase() ?? null

/** Returns the events to write: one per series, and one per other session or busy time. */
export function ownObjects(entries: OwnEntry[], series: Map<string, StoredSeries>, rules: WritingRules): OwnObject[] {
  const groups = Map.groupBy(entries, ({ seriesId }) => (seriesId && series.has(seriesId) ? seriesId : ''))
  return [...groups].flatMap(([id, group]) => {
    const rule = series.get(id)
    return rule ? objectsOfSeries(rule, group, rules) : group.map((entry) => singleObject(entry, rules))
  })
}

function singleObject(entry: OwnEntry, rules: WritingRules): OwnObject {
  const shown = shownAs(entry, rules)
  const expected = [{ ...shown, id: entry.id, kind: entry.kind, originalStart: entry.startsAt }]
  return {
    id: entry.id,
    kind: entry.kind,
    expected,
    texts: () => textsOf([entry]),
    lastDay: entry.startsAt.slice(0, 10),
    hash: digest(shown),
    event: (stamp) => singleEvent(shown, stamp),
  }
}

/** Returns a series as one event, and its entries on days outside the rule as separate events. */
function objectsOfSeries(series: StoredSeries, entries: OwnEntry[], rules: WritingRules): OwnObject[] {
  const sorted = entries.toSorted((a, b) => (a.day ?? '').localeCompare(b.day ?? ''))
  const last = sorted.at(-1)?.day ?? series.firstDay
  const days = occurrences(series.firstDay, { ...series.repeat, ends: { by: 'never' } }, last)
  const inRule = new Set(days)
  const own = sorted.filter(({ day }) => day && inRule.has(day))
  const singles = sorted.filter((entry) => !own.includes(entry)).map((entry) => singleObject(entry, rules))
  const firstDay = own[0]?.day
  if (!firstDay) return singles
  const lastDay = own.at(-1)?.day ?? firstDay
  const starts = new Map(
    days.filter((day) => day >= firstDay && day <= lastDay).map((day) => [day, occurrenceOn(series, day)]),
  )
  const shown = own.map((entry) => {
    const originalStart = starts.get(entry.day ?? '')?.startsAt ?? entry.startsAt
    return { ...shownAs(entry, rules), id: entry.id, kind: entry.kind, originalStart }
  })
  const taken = new Set(own.map(({ day }) => day))
  const written = writtenSeries(series, shown, {
    left: [...starts].filter(([day]) => !taken.has(day)).map(([, { startsAt }]) => startsAt),
    first: starts.get(firstDay) ?? occurrenceOn(series, firstDay),
    lastStartsAt: starts.get(lastDay)?.startsAt ?? '',
  })
  const object: OwnObject = {
    id: series.id,
    kind: 'series',
    expected: shown,
    texts: () => textsOf(own),
    isAmbiguous: ambiguousTimes(series.zone, own),
    lastDay: shown.map(({ startsAt }) => startsAt.slice(0, 10)).reduce((a, b) => (a > b ? a : b)),
    hash: digest(written),
    event: (stamp) => seriesEvent(written, stamp),
  }
  return [object, ...singles]
}

/** Returns a function that determines whether an instant is within an hour of a clock change, which may skip or repeat its local time. */
function ambiguousTimes(zone: string, entries: OwnEntry[]): (instant: string) => boolean {
  const starts = entries.map(({ startsAt }) => Date.parse(startsAt))
  const [, ...changed] = offsetIntervals(zone, Math.min(...starts) - 50 * hour, Math.max(...starts) + 50 * hour)
  return (instant) =>
    changed.some(({ from }) => Date.parse(instant) >= from - hour && Date.parse(instant) < from + hour)
}

type Frame = { left: string[]; first: { startsAt: string; endsAt: string }; lastStartsAt: string }

function writtenSeries(series: StoredSeries, shown: ExpectedOccurrence[], frame: Frame): WrittenSeries {
  const { title = '', location = '' } = mostFrequent(shown)
  const lengthOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
    Date.parse(endsAt) - Date.parse(startsAt)
  const differs = (one: ExpectedOccurrence) =>
    one.startsAt !== one.originalStart ||
    lengthOf(one) !== lengthOf(frame.first) ||
    one.title !== title ||
    one.location !== location
  return {
    ...frame.first,
    title,
    location,
    repeat: series.repeat,
    zone: series.zone,
    lastStartsAt: frame.lastStartsAt,
    left: frame.left,
    changed: shown.filter(differs).map(({ originalStart, startsAt, endsAt, ...one }) => ({
      originalStart,
      startsAt,
      endsAt,
      title: one.title,
      location: one.location,
    })),
  }
}

/** Returns the most frequent display fields of the occurrences. */
function mostFrequent(shown: ExpectedOccurrence[]): Partial<WrittenOccurrence> {
  const groups = Map.groupBy(shown, ({ title, location }) => JSON.stringify([title, location]))
  return [...groups.values()].toSorted((a, b) => b.length - a.length)[0]?.[0] ?? {}
}

const textsOf = (entries: OwnEntry[]): string[] => [
  ...new Set(
    entries.flatMap(({ people, title, location, videoUrl }) => [
      ...[title, location, videoUrl].filter(Boolean),
      ...(people ?? []).flatMap((one) => [displayName(one), initials(displayName(one)), one.code].filter(Boolean)),
    ]),
  ),
]

/**
 * Returns the address of the page from which the therapist joins a call in Attune: the page of the session, or the home page for a session of a
 * series. Separate pages would make each occurrence of the series an exception.
 */
const joinPageOf = ({ id, seriesId }: OwnEntry, origin: string): string =>
  `${origin}${seriesId ? '/dashboard/therapist' : pageOfSession(id as SessionId, 'therapist')}`

function shownAs(entry: OwnEntry, { privacy, withPlace, language, origin }: WritingRules): WrittenOccurrence {
  const link = entry.callInAttune ? joinPageOf(entry, origin) : entry.videoUrl
  const place = withPlace ? link || entry.location : ''
  return { startsAt: entry.startsAt, endsAt: entry.endsAt, title: titleOf(entry, privacy, language), location: place }
}

function titleOf({ people, title }: OwnEntry, privacy: FeedMode, language: Language): string {
  const busy = translate(language, 'feed.busy')
  if (privacy === 'busy') return busy
  if (!people) return (privacy === 'name' && title) || busy
  const labels = people.map((person) => {
    const name = displayName(person)
    if (privacy === 'name') return name
    return (privacy === 'code' && person.code) || initials(name)
  })
  return labels.filter(Boolean).join(', ') || busy
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')
