import { isZone, offsetIntervals } from '@attune/contract/common/time/time'

type Observance = { offset: number; before: number; startsAt: string; rule: string }

const minute = 60_000
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Returns the IANA zone at the end of a name with a path, such as `/freeassociation.sourceforge.net/Europe/Berlin`. */
export function zoneInPath(name: string): string | null {
  if (!name.startsWith('/')) return null
  const parts = name.split('/')
  const ends = [-3, -2].map((from) => parts.slice(from).join('/'))
  return ends.find((end) => end.includes('/') && isZone(end)) ?? null
}

/**
 * Returns the IANA zone that has the same offsets and clock changes in this year as a custom zone of the file.
 * Returns null if the name is already an IANA zone or no zone matches.
 */
export function findIanaZone(block: string[], year: number): { name: string; zone: string } | null {
  const key = `${year}\n${block.join('\n')}`
  const known = found.get(key)
  if (known !== undefined) return known
  if (found.size >= maxFound) found.clear()
  const zone = searchIanaZone(block, year)
  found.set(key, zone)
  return zone
}

/** Caches results, because comparing a zone with all others is slow and many programs repeat the zone in each event. */
const found = new Map<string, { name: string; zone: string } | null>()
const maxFound = 100

function searchIanaZone(block: string[], year: number): { name: string; zone: string } | null {
  const name = zoneValueOf(block, 'TZID')
  if (!name || isZone(name)) return null
  const [standard, daylight] = [latest(block, 'STANDARD'), latest(block, 'DAYLIGHT')]
  if (!standard) return null
  const wanted = daylight ? changesOf([standard, daylight], year) : []
  const [from, to] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
  const zone = Intl.supportedValuesOf('timeZone').find((candidate) => {
    const [first, ...rest] = offsetIntervals(candidate, from, to)
    const begin = wanted[0]?.before ?? standard.offset
    return (
      first?.offset === begin * minute &&
      rest.length === wanted.length &&
      rest.every((stretch, at) => stretch.from === wanted[at]?.at && stretch.offset === wanted[at]?.offset * minute)
    )
  })
  return zone ? { name, zone } : null
}

/** Returns the clock changes of a year in chronological order. */
const changesOf = (observances: Observance[], year: number) =>
  observances
    .map(({ offset, before, startsAt, rule }) => {
      const [, hours = '0', minutes = '0'] = /T(\d\d)(\d\d)/.exec(startsAt) ?? []
      const wall = dayOf(rule, startsAt, year) + (Number(hours) * 60 + Number(minutes)) * minute
      return { at: wall - before * minute, before, offset }
    })
    .toSorted((a, b) => a.at - b.at)

/**
 * Returns the day of a clock change as midnight UTC. Calculates the day from the rule, such as 'the last Sunday of
 * March', or from the start date if there is no rule.
 */
function dayOf(rule: string, startsAt: string, year: number): number {
  const month = Number(/BYMONTH=(\d+)/.exec(rule)?.[1] ?? startsAt.slice(4, 6)) - 1
  const [, nth = '', weekday = ''] = /BYDAY=(-?\d)([A-Z]{2})/.exec(rule) ?? []
  if (!weekday) return Date.UTC(year, month, Number(startsAt.slice(6, 8)))
  const wanted = weekdays.indexOf(weekday)
  const first = new Date(Date.UTC(year, Number(nth) < 0 ? month + 1 : month, 1))
  const ahead = ((wanted - first.getUTCDay() + 7) % 7) + (Number(nth) < 0 ? 7 * Number(nth) : 7 * (Number(nth) - 1))
  return first.getTime() + ahead * 1440 * minute
}

/** Returns the latest observance of a kind (standard or daylight time), because it replaces the earlier ones. */
function latest(block: string[], kind: 'STANDARD' | 'DAYLIGHT'): Observance | undefined {
  const observances: Observance[] = []
  for (let at = block.indexOf(`BEGIN:${kind}`); at >= 0; at = block.indexOf(`BEGIN:${kind}`, at + 1)) {
    const part = block.slice(at, block.indexOf(`END:${kind}`, at))
    observances.push({
      offset: minutesIn(zoneValueOf(part, 'TZOFFSETTO')),
      before: minutesIn(zoneValueOf(part, 'TZOFFSETFROM')),
      startsAt: zoneValueOf(part, 'DTSTART'),
      rule: zoneValueOf(part, 'RRULE'),
    })
  }
  return observances.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)).at(-1)
}

const zoneValueOf = (lines: string[], name: string) =>
  lines
    .find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
    ?.replace(/^[^:]*:/, '')
    .trim() ?? ''

function minutesIn(offset: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d)(\d\d)/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
