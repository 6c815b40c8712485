import ical, { type EventInstance, type VEvent } from 'node-ical'
import { parseIcsComponents, type IcsEventGroup } from './calendar.ics-lines.ts'

/** A part of an imported event, at most one day. */
export type IcsSegment = { startsAt: string; endsAt: string; title: string }
export type IcsReadResult = { pieces: IcsSegment[] } | { problem: 'no-calendar' | 'too-many' }

const day = 24 * 60 * 60 * 1000
const maxSegments = 20_000
/** Rules that repeat every few seconds or minutes, which would fill a calendar. */
const subHourlyRule = /^RRULE[^:]*:(?:.*;)?FREQ=(?:SECONDLY|MINUTELY)/im

class TooMany extends Error {}

/** The busy times of a calendar file within a window, by start. Runs in a process whose zone is the reader's. */
export function readIcsSegments(file: string, from: Date, to: Date): IcsReadResult {
  const components = parseIcsComponents(file, to.getUTCFullYear())
  if (!components) return { problem: 'no-calendar' }
  const { zones, groups } = components
  const tooMany = { problem: 'too-many' } as const
  if (groups.some((group) => subHourlyRule.test(group))) return tooMany
  const pieces: IcsSegment[] = []
  try {
    for (const event of eventsOf(zones, groups)) {
      for (const instance of instancesOf(event, from, to)) {
        if (!takesTime(instance.event)) continue
        pieces.push(...splitAtMidnight(instance, from, to))
        if (pieces.length > maxSegments) return tooMany
      }
    }
  } catch (error) {
    if (error instanceof TooMany) return tooMany
    throw error
  }
  return { pieces: pieces.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)) }
}

/** Parses all groups at once. If that fails, parses group by group and skips invalid ones. */
function eventsOf(zones: string, groups: IcsEventGroup[]): VEvent[] {
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

const parse = (zones: string, groups: IcsEventGroup[]): VEvent[] =>
  Object.values(ical.sync.parseICS(`BEGIN:VCALENDAR\n${zones}${groups.join('')}END:VCALENDAR\n`)).filter(
    (entry): entry is VEvent => entry?.type === 'VEVENT',
  )

function instancesOf(event: VEvent, from: Date, to: Date): EventInstance[] {
  try {
    return ical.expandRecurringEvent(event, { from, to, expandOngoing: true })
  } catch (error) {
    // 'Maximum' means too many occurrences; any other error is an invalid rule.
    if ((error as Error).message.startsWith('Maximum')) throw new TooMany()
    return []
  }
}

/** Whether an event takes time: it is neither marked as free nor cancelled. */
const takesTime = ({ transparency, status }: VEvent) =>
  String(transparency ?? '').toUpperCase() !== 'TRANSPARENT' && String(status ?? '').toUpperCase() !== 'CANCELLED'

function* splitAtMidnight({ start, end, summary }: EventInstance, from: Date, to: Date): Generator<IcsSegment> {
  const title = titleOf(summary)
  const last = Math.min(end.getTime(), to.getTime())
  for (let at = Math.max(start.getTime(), from.getTime()); at < last; at = segmentEnd(at, last))
    yield { startsAt: new Date(at).toISOString(), endsAt: new Date(segmentEnd(at, last)).toISOString(), title }
}

/** The next midnight in the reader's zone, or the end of the event if at most a day remains. */
function segmentEnd(at: number, last: number): number {
  if (last - at <= day) return last
  const midnight = new Date(at)
  midnight.setHours(24, 0, 0, 0)
  return Math.min(midnight.getTime(), last)
}

/** The title, which can be an object with its language. */
function titleOf(summary: unknown): string {
  const text = typeof summary === 'object' && summary ? (summary as { val?: unknown }).val : summary
  const clean = String(text ?? '').replaceAll(/\p{Cc}|\p{Cs}/gu, ' ')
  return [...clean.trim()].slice(0, 200).join('').trim()
}
