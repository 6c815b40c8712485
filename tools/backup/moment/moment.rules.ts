import { instantOf, wallClockOccurrence, wallClockOf } from '../../../packages/contract/src/common/time/time.ts'

/** The result of parsing a typed moment: an instant in UTC, or the reason why there is none. An hour that occurs twice has two instants. */
export type TypedMoment =
  | { at: string }
  | { problem: 'form' }
  | { problem: 'never' }
  | { problem: 'twice'; first: string; second: string }

const momentPattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d(?:\.\d{1,6})?)?(?: ?(Z|[+-]\d\d(?::?\d\d)?))?$/i

/**
 * Parses a moment that a person typed, such as `2026-11-20 14:05`, in the zone of the practice. It may include seconds and an offset to UTC, for
 * example `2026-10-25 02:30+01:00` in the hour that occurs twice.
 */
export function parseMoment(typed: string, zone: string): TypedMoment {
  const [, day = '', time = '', seconds = '', offset] = momentPattern.exec(typed.trim()) ?? []
  if (!day || !isRealTime(day, time, seconds)) return { problem: 'form' }
  const withSeconds = (instant: string) => ({ at: `${instant.slice(0, 16)}${seconds || ':00'}Z` })
  if (offset !== undefined) {
    const instant = Date.parse(`${day}T${time}:00${offsetText(offset)}`)
    return Number.isNaN(instant) ? { problem: 'form' } : withSeconds(new Date(instant).toISOString())
  }
  const occurs = wallClockOccurrence(day, time, zone)
  if (occurs === 'never') return { problem: 'never' }
  const first = withSeconds(instantOf(day, time, zone))
  if (occurs === 'once') return first
  return { problem: 'twice', first: first.at, second: withSeconds(instantOf(day, time, zone, 'second')).at }
}

function isRealTime(day: string, time: string, seconds: string): boolean {
  const written = new Date(`${day}T${time}${seconds.slice(0, 3) || ':00'}Z`)
  return !Number.isNaN(written.getTime()) && written.toISOString().slice(0, 16) === `${day}T${time}`
}

function offsetText(offset: string): string {
  if (offset.toUpperCase() === 'Z') return 'Z'
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0')
  return `${offset[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** Formats a moment in a zone and in UTC: '2026-11-20 14:05 (Europe/Berlin), 2026-11-20 13:05 UTC'. */
export function momentInZoneAndUtc(at: string, zone: string): string {
  const text = ({ day, time }: { day: string; time: string }) => `${day} ${time}`
  return `${text(wallClockOf(at, zone))} (${zone}), ${text(wallClockOf(at, 'UTC'))} UTC`
}

/** Converts a time from Postgres, such as `2026-11-20 13:05:02.51+00`, to an instant. */
export const instantOfPostgres = (text: string): string =>
  new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString()
