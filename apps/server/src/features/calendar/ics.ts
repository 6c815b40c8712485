import ical, { type CalendarResponse, type EventInstance, type VEvent } from 'node-ical'

/** A part of an event elsewhere, at most a day of it. */
export type Piece = { startsAt: string; endsAt: string; title: string }
export type Answer = { pieces: Piece[] } | { problem: 'no-calendar' | 'too-many' }

const day = 24 * 60 * 60 * 1000
const most = 20_000
/** Rhythms of less than an hour fill a calendar with themselves. */
const tooFast = /^(?:RRULE|EXRULE)[^:\r\n]*:(?:[^\r\n]*;)?FREQ=(?:SECONDLY|MINUTELY)/im

/** What blocks time in a calendar file within a window, by start. Runs in a process whose zone is the reader's. */
export function readPieces(file: string, from: Date, to: Date): Answer {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(file)) return { problem: 'no-calendar' }
  if (tooFast.test(file)) return { problem: 'too-many' }
  let calendar: CalendarResponse
  try {
    calendar = ical.sync.parseICS(file.replace(/^\uFEFF/, ''))
  } catch {
    return { problem: 'no-calendar' }
  }
  const pieces: Piece[] = []
  for (const entry of Object.values(calendar)) {
    if (entry?.type !== 'VEVENT') continue
    for (const instance of instancesOf(entry as VEvent, from, to)) {
      if (!blocks(instance.event)) continue
      pieces.push(...cut(instance, from, to))
      if (pieces.length > most) return { problem: 'too-many' }
    }
  }
  return { pieces: pieces.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)) }
}

/** One event that makes no sense takes none of the others along. */
function instancesOf(event: VEvent, from: Date, to: Date): EventInstance[] {
  try {
    return ical.expandRecurringEvent(event, { from, to, expandOngoing: true })
  } catch {
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
  return [
    ...String(text ?? '')
      .replaceAll(/\p{Cc}|\p{Cs}/gu, ' ')
      .trim(),
  ]
    .slice(0, 200)
    .join('')
    .trim()
}
