import ical, { type EventInstance, type VEvent } from 'node-ical'
import { componentsOf, type Group } from './ics.lines.ts'

/** A part of an event elsewhere, at most a day of it. */
export type Piece = { startsAt: string; endsAt: string; title: string }
export type Answer = { pieces: Piece[] } | { problem: 'no-calendar' | 'too-many' }

const day = 24 * 60 * 60 * 1000
const most = 20_000
/** Rhythms of less than an hour fill a calendar with themselves. */
const tooFast = /^RRULE[^:]*:(?:.*;)?FREQ=(?:SECONDLY|MINUTELY)/im

class TooMany extends Error {}

/** What blocks time in a calendar file within a window, by start. Runs in a process whose zone is the reader's. */
export function readPieces(file: string, from: Date, to: Date): Answer {
  const components = componentsOf(file, to.getUTCFullYear())
  if (!components) return { problem: 'no-calendar' }
  const { zones, groups } = components
  const tooMany = { problem: 'too-many' } as const
  if (groups.some((group) => tooFast.test(group))) return tooMany
  const pieces: Piece[] = []
  try {
    for (const event of eventsOf(zones, groups)) {
      for (const instance of instancesOf(event, from, to)) {
        if (!blocks(instance.event)) continue
        pieces.push(...cut(instance, from, to))
        if (pieces.length > most) return tooMany
      }
    }
  } catch (error) {
    if (error instanceof TooMany) return tooMany
    throw error
  }
  return { pieces: pieces.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)) }
}

/** Read all at once; where that fails, group by group: what makes no sense takes nothing else along. */
function eventsOf(zones: string, groups: Group[]): VEvent[] {
  try {
    return parse(zones, groups)
  } catch {
    return groups.flatMap((group) => {
      try {
        return parse(zones, [group])
      } catch {
        return []
      }
    })
  }
}

const parse = (zones: string, groups: Group[]): VEvent[] =>
  Object.values(ical.sync.parseICS(`BEGIN:VCALENDAR\n${zones}${groups.join('')}END:VCALENDAR\n`)).filter(
    (entry): entry is VEvent => entry?.type === 'VEVENT',
  )

function instancesOf(event: VEvent, from: Date, to: Date): EventInstance[] {
  try {
    return ical.expandRecurringEvent(event, { from, to, expandOngoing: true })
  } catch (error) {
    // A rule without an end in sight; any other one is a rule that makes no sense.
    if ((error as Error).message.startsWith('Maximum')) throw new TooMany()
    return []
  }
}

/** What is marked as free or was called off blocks nothing. */
const blocks = ({ transparency, status }: VEvent) =>
  String(transparency ?? '').toUpperCase() !== 'TRANSPARENT' && String(status ?? '').toUpperCase() !== 'CANCELLED'

function* cut({ start, end, summary }: EventInstance, from: Date, to: Date): Generator<Piece> {
  const title = titleOf(summary)
  const last = Math.min(end.getTime(), to.getTime())
  for (let at = Math.max(start.getTime(), from.getTime()); at < last; at = pieceEnd(at, last))
    yield { startsAt: new Date(at).toISOString(), endsAt: new Date(pieceEnd(at, last)).toISOString(), title }
}

/** The next midnight of the reader, so that a piece lies on one day, unless what is left lasts no longer than a day. */
function pieceEnd(at: number, last: number): number {
  if (last - at <= day) return last
  const midnight = new Date(at)
  midnight.setHours(24, 0, 0, 0)
  return Math.min(midnight.getTime(), last)
}

/** Text may come with its language beside it. */
function titleOf(summary: unknown): string {
  const text = typeof summary === 'object' && summary ? (summary as { val?: unknown }).val : summary
  const clean = String(text ?? '').replaceAll(/\p{Cc}|\p{Cs}/gu, ' ')
  return [...clean.trim()].slice(0, 200).join('').trim()
}
