import { isZone } from '@attune/contract/common/time/time'
import type { IcsEventGroup } from './lines.ts'

const day = 24 * 60 * 60 * 1000
/**
 * The longest event that is considered, in milliseconds. An event without a rule that starts earlier than this before the period is assumed not to
 * block anything in it.
 */
const longestMs = 40 * day

/**
 * Returns whether it is unclear when an event takes place, so that its busy times may be wrong: there is no valid start, the end is before the
 * start, the duration or rule is invalid, or all later occurrences were changed. Events that block nothing and past events are never unclear.
 */
export const isUnclear = (group: IcsEventGroup, from: Date): boolean =>
  group.split(/^(?=BEGIN:VEVENT)/m).some((event) => isUnclearEvent(event.split('\n'), from))

function isUnclearEvent(lines: string[], from: Date): boolean {
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`)).map(splitLine)
  const isOne = (name: string, value: string) => valuesOf(name).some((line) => line.value.toUpperCase() === value)
  if (isOne('TRANSP', 'TRANSPARENT') || isOne('STATUS', 'CANCELLED')) return false
  const starts = valuesOf('DTSTART')
  const [start] = starts
  const startMs = start ? checkedWallClockMs(start.value) : Number.NaN
  if (!start || starts.length > 1 || Number.isNaN(startMs)) return true
  const [[rule], [end], [duration]] = [valuesOf('RRULE'), valuesOf('DTEND'), valuesOf('DURATION')]
  const isOver = startMs < from.getTime() - longestMs && !rule && valuesOf('RDATE').length === 0
  if (isOver) return false
  if (duration && !/^\+?P(\d+W|(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?)$/.test(duration.value)) return true
  if (rule && !isRule(rule.value)) return true
  if (valuesOf('RECURRENCE-ID').some(({ how }) => /RANGE=THISANDFUTURE/i.test(how))) return true
  if (!end) return false
  const endMs = checkedWallClockMs(end.value)
  const isComparable = end.how === start.how && end.value.endsWith('Z') === start.value.endsWith('Z')
  return Number.isNaN(endMs) || (isComparable && endMs < startMs)
}

function splitLine(line: string): { how: string; value: string } {
  const [, how = '', value = ''] = /^[^:;]*((?:;[^=]*=(?:"[^"]*"|[^":;]*))*):(.*)$/.exec(line) ?? []
  return { how, value: value.trim() }
}

/** Returns the wall-clock time of a value in milliseconds, or NaN if there is no such day or time. */
function checkedWallClockMs(value: string): number {
  const [, year, month, dayOfMonth, ...time] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(value)?.map(Number) ?? []
  if (!year || !month || !dayOfMonth) return Number.NaN
  const [hours = 0, minutes = 0, seconds = 0] = time.map((part) => part || 0)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, dayOfMonth)
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth
  return isDay && hours <= 24 && minutes < 60 && seconds <= 60 ? date.setUTCHours(hours, minutes, seconds) : Number.NaN
}

const frequencies = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']

function isRule(value: string): boolean {
  const parts = new Map(
    value.split(';').map((part): [string, string] => {
      const [name = '', rest = ''] = part.toUpperCase().split('=')
      return [name, rest]
    }),
  )
  const isCount = (name: string) => !parts.has(name) || /^[1-9]\d*$/.test(parts.get(name) ?? '')
  const until = parts.get('UNTIL')
  return (
    frequencies.includes(parts.get('FREQ') ?? '') &&
    isCount('COUNT') &&
    isCount('INTERVAL') &&
    (until === undefined || !Number.isNaN(checkedWallClockMs(until)))
  )
}

/** Returns whether the reader supports the zone of a time. Times in other zones are read in the therapist's zone. */
export const isKnownZone = (zone: unknown): boolean =>
  !zone || isZone(String(zone)) || /^(Etc\/)?(GMT|UTC)?[+-]\d/.test(String(zone))
