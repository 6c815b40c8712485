/** The lines of one event of a calendar file. */
export type Block = string[]

/**
 * The events that bear one id, as groups that can be read each by itself: the event with its single changes, every further date that it
 * names, and changes whose event the file does not have. Of several versions the last one counts.
 */
export function groupsOf(id: string, blocks: Block[]): Block[] {
  const singles = blocks.filter((block) => find(block, 'RECURRENCE-ID'))
  const versions = blocks.filter((block) => !find(block, 'RECURRENCE-ID'))
  const latest = Math.max(...versions.map(sequenceOf))
  const [event, ...others] = [
    ...new Map(
      versions.filter((block) => sequenceOf(block) === latest).map((block) => [block.join('\n'), block]),
    ).values(),
  ]
  if (!event) return singles.map((block, at) => alone(without(block, ['RECURRENCE-ID']), `${id} ${at}`))
  const changed = new Set(singles.map((block) => valueOf(block, 'RECURRENCE-ID')))
  const dates = furtherDates(event).filter((line) => !changed.has(line.slice(line.indexOf(':') + 1)))
  return [
    [event, ...singles].flat(),
    ...dates.map((line, at) => alone(onDate(event, line), `${id} on ${at}`)),
    ...others.map((block, at) => alone(block, `${id} or ${at}`)),
  ]
}

const find = (block: Block, name: string) =>
  block.find((line) => line.toUpperCase().startsWith(`${name}:`) || line.toUpperCase().startsWith(`${name};`))
const valueOf = (block: Block, name: string) =>
  find(block, name)
    ?.replace(/^[^:]*:/, '')
    .trim() ?? ''
const sequenceOf = (block: Block) => Number(valueOf(block, 'SEQUENCE')) || 0
const without = (block: Block, names: string[]) =>
  block.filter(
    (line) =>
      !names.some((name) => line.toUpperCase().startsWith(`${name}:`) || line.toUpperCase().startsWith(`${name};`)),
  )

/** An event under an id of its own. */
function alone(block: Block, id: string): Block {
  const [begin = '', ...rest] = without(block, ['UID'])
  return [begin, `UID:${id}`, ...rest]
}

/** The dates beside its rule (RDATE), each as a line that could begin an event. */
const furtherDates = (block: Block): string[] =>
  block
    .filter((line) => /^RDATE[;:]/i.test(line))
    .flatMap((line) => {
      const [head = '', values = ''] = line.split(/:(.*)/s)
      const how = head.slice('RDATE'.length).replace(/;VALUE=(PERIOD|DATE-TIME)/i, '')
      return values.split(',').map((value) => `DTSTART${how}:${value.split('/')[0]?.trim()}`)
    })

/** An event as it is on another date, as long as it is otherwise. */
function onDate(block: Block, start: string): Block {
  const rest = without(block, ['DTSTART', 'RRULE', 'RDATE', 'EXDATE'])
  const length = find(block, 'DURATION') ? null : lengthOf(block)
  const [begin = '', ...lines] = length ? without(rest, ['DTEND']) : rest
  return [begin, start, ...(length ? [length] : []), ...lines]
}

/** From its beginning to its end on the wall. */
function lengthOf(block: Block): string | null {
  const [from, to] = [momentOf(valueOf(block, 'DTSTART')), momentOf(valueOf(block, 'DTEND'))]
  const minutes = (to - from) / 60_000
  return minutes > 0 ? `DURATION:PT${Math.round(minutes)}M` : null
}

function momentOf(value: string): number {
  const [, year, month, day, hours = '0', minutes = '0'] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d))?/.exec(value) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes))
}
