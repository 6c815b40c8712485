/** The lines of one event of a calendar file. */
export type IcsLines = string[]

/**
 * Splits the events with the same id (UID) into groups that can be parsed independently:
 * - the event with its changed occurrences (RECURRENCE-ID)
 * - one group for each additional date (RDATE) of the event
 * - one group for each other event with the same id
 * If the file does not contain the event of a changed occurrence, the occurrence forms its own group. If there are several versions of an event, only
 * those with the highest SEQUENCE are used.
 */
export function icsEventGroups(id: string, blocks: IcsLines[]): IcsLines[] {
  const singles = blocks.filter((block) => findLine(block, 'RECURRENCE-ID'))
  const versions = blocks.filter((block) => !findLine(block, 'RECURRENCE-ID'))
  const latest = Math.max(...versions.map(sequenceOf))
  const [event, ...others] = [
    ...new Map(
      versions.filter((block) => sequenceOf(block) === latest).map((block) => [block.join('\n'), block]),
    ).values(),
  ]
  if (!event) return singles.map((block, at) => withId(without(block, ['RECURRENCE-ID']), `${id} ${at}`))
  const changed = new Set(singles.map((block) => valueOf(block, 'RECURRENCE-ID')))
  const dates = additionalDates(event).filter(([line = '']) => !changed.has(line.slice(line.indexOf(':') + 1)))
  return [
    [event, ...singles].flat(),
    ...dates.map((lines, at) => withId(onDate(event, lines), `${id} on ${at}`)),
    ...others.map((block, at) => withId(block, `${id} or ${at}`)),
  ]
}

const findLine = (block: IcsLines, name: string) =>
  block.find((line) => line.toUpperCase().startsWith(`${name}:`) || line.toUpperCase().startsWith(`${name};`))
const valueOf = (block: IcsLines, name: string) =>
  findLine(block, name)
    ?.replace(/^[^:]*:/, '')
    .trim() ?? ''
const sequenceOf = (block: IcsLines) => Number(valueOf(block, 'SEQUENCE')) || 0
const without = (block: IcsLines, names: string[]) =>
  block.filter(
    (line) =>
      !names.some((name) => line.toUpperCase().startsWith(`${name}:`) || line.toUpperCase().startsWith(`${name};`)),
  )

/** Replaces the id (UID) of an event. */
function withId(block: IcsLines, id: string): IcsLines {
  const [begin = '', ...rest] = without(block, ['UID'])
  return [begin, `UID:${id}`, ...rest]
}

/** Returns a DTSTART line for each additional date (RDATE) of an event, and a line for the end if the date is a period. */
const additionalDates = (block: IcsLines): IcsLines[] =>
  block
    .filter((line) => /^RDATE[;:]/i.test(line))
    .flatMap((line) => {
      const [head = '', values = ''] = line.split(/:(.*)/s)
      const how = head.slice('RDATE'.length).replace(/;VALUE=(PERIOD|DATE-TIME)/i, '')
      return values.split(',').map((value) => {
        const [start = '', end = ''] = value.trim().split('/')
        if (!end) return [`DTSTART${how}:${start}`]
        return [`DTSTART${how}:${start}`, end.startsWith('P') ? `DURATION:${end}` : `DTEND${how}:${end}`]
      })
    })

/** Converts an event to a single event on another date, with the same duration unless the date has its own end. */
function onDate(block: IcsLines, [start = '', ...end]: IcsLines): IcsLines {
  const rest = without(block, ['DTSTART', 'RRULE', 'RDATE', 'EXDATE', ...(end.length > 0 ? ['DTEND', 'DURATION'] : [])])
  const length = end[0] ?? (findLine(block, 'DURATION') ? null : durationLine(block))
  const [begin = '', ...lines] = length ? without(rest, ['DTEND']) : rest
  return [begin, start, ...(length ? [length] : []), ...lines]
}

/** Returns a DURATION line with the wall-clock time from DTSTART to DTEND, or null if the event has no duration. */
function durationLine(block: IcsLines): string | null {
  const [from, to] = [wallClockMs(valueOf(block, 'DTSTART')), wallClockMs(valueOf(block, 'DTEND'))]
  const minutes = (to - from) / 60_000
  return minutes > 0 ? `DURATION:PT${Math.round(minutes)}M` : null
}

function wallClockMs(value: string): number {
  const [, year, month, day, hours = '0', minutes = '0'] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d))?/.exec(value) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes))
}
