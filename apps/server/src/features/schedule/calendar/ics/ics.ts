import ical, { type EventInstance, type VEvent } from 'node-ical'
import { parseIcsComponents, type IcsEventGroup } from './lines.ts'
import { isKnownZone, isUnclear } from './unclear.ts'

/** An imported event or a part of one. Lasts at most 25 hours, the length of a day on which the clock goes back. */
export type IcsSegment = { startsAt: string; endsAt: string; title: string }
export type IcsReadResult =
  | {
      pieces: IcsSegment[]
      /** Whether an event could not be read or has an unclear time. */
      failed: boolean
    }
  | { problem: 'no-calendar' | 'too-many' }

const day = 24 * 60 * 60 * 1000
const maxSegments = 20_000
/** Matches rules that repeat every few seconds or minutes and would therefore give too many events. */
const subHourlyRule = /^RRULE[^:]*:(?:.*;)?FREQ=(?:SECONDLY|MINUTELY)/im

class TooMany extends Error {}

/**
 * Returns the busy times of a calendar file between `from` and `to`, sorted by start. The process must run in the
 * reader's time zone.
 */
export function readIcsSegments(file: string, from: Date, to: Date): IcsReadResult {
  const components = parseIcsComponents(file, to.getUTCFullYear())
  if (!components) return { problem: 'no-calendar' }
  const { zones, groups } = components
  const tooMany = { problem: 'too-many' } as const
  if (groups.some((group) => subHourlyRule.test(group))) return tooMany
  const pieces: IcsSegment[] = []
  let failed = groups.some((group) => isUnclear(group, from))
  const onFailure = () => void (failed = true)
  try {
    for (const event of eventsOf(zones, groups, onFailure)) {
      const known = pieces.length
      for (const instance of instancesOf(event, from, to, takesTime(event) ? onFailure : undefined)) {
        if (!takesTime(instance.event)) continue
        pieces.push(...splitAtMidnight(instance, from, to))
        if (pieces.length > maxSegments) return tooMany
      }
      if (pieces.length > known && !isKnownZone(event.start.tz)) onFailure()
    }
  } catch (error) {
    if (error instanceof TooMany) return tooMany
    throw error
  }
  return { pieces: pieces.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)), failed }
}

/** Parses all groups together. If this fails, parses each group separately, skips invalid groups and calls `onFailure` for each. */
export function eventsOf(zones: string, groups: IcsEventGroup[], onFailure = () => {}): VEvent[] {
  try {
    return parse(zones, groups)
  } catch {
    return groups.flatMap((group) => {
      try {
        return parse(zones, [group])
      } catch {
        onFailure()
        return []
      }
    })
  }
}

const parse = (zones: string, groups: IcsEventGroup[]): VEvent[] =>
  Object.values(ical.sync.parseICS(`BEGIN:VCALENDAR\n${zones}${groups.join('')}END:VCALENDAR\n`)).filter(
    (entry): entry is VEvent => entry?.type === 'VEVENT',
  )

export function instancesOf(event: VEvent, from: Date, to: Date, onFailure = () => {}): EventInstance[] {
  try {
    return ical.expandRecurringEvent(event, { from, to, expandOngoing: true })
  } catch (error) {
    // A message that begins with 'Maximum' reports too many occurrences. Any other error reports an invalid rule, and
    // the event is skipped.
    if ((error as Error).message.startsWith('Maximum')) throw new TooMany()
    onFailure()
    return []
  }
}

/** Returns whether an event makes its time busy: it is neither marked as free nor cancelled. */
const takesTime = ({ transparency, status }: VEvent) =>
  String(transparency ?? '').toUpperCase() !== 'TRANSPARENT' && String(status ?? '').toUpperCase() !== 'CANCELLED'

function* splitAtMidnight({ start, end, summary }: EventInstance, from: Date, to: Date): Generator<IcsSegment> {
  const title = titleOf(summary)
  const last = Math.min(end.getTime(), to.getTime())
  for (let at = Math.max(start.getTime(), from.getTime()); at < last; at = segmentEnd(at, last))
    yield { startsAt: new Date(at).toISOString(), endsAt: new Date(segmentEnd(at, last)).toISOString(), title }
}

/**
 * Returns the end of the event (`last`) if at most a day remains. Otherwise returns the next midnight in the reader's
 * zone.
 */
function segmentEnd(at: number, last: number): number {
  if (last - at <= day) return last
  const midnight = new Date(at)
  midnight.setHours(24, 0, 0, 0)
  return Math.min(midnight.getTime(), last)
}

/** Returns the title of an event. A title with a language is an object with the text in `val`. */
export function titleOf(summary: unknown): string {
  const text = typeof summary === 'object' && summary ? (summary as { val?: unknown }).val : summary
  const clean = String(text ?? '').replaceAll(/\p{Cc}|\p{Cs}/gu, ' ')
  return [...clean.trim()].slice(0, 200).join('').trim()
}
