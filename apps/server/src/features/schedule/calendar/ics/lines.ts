import { type IcsLines, icsEventGroups } from './events.ts'
import { unfoldIcs } from './hash.ts'
import { findIanaZone, zoneInPath } from './zones.ts'

/** The lines of an event and its changed occurrences. */
export type IcsEventGroup = string
export type IcsComponents = { zones: string; groups: IcsEventGroup[] }

/**
 * Returns the time zones and events of a calendar file with unfolded lines (RFC 5545 §3.1). Returns null if the file
 * is not a calendar or is incomplete.
 */
export function parseIcsComponents(file: string, year: number): IcsComponents | null {
  const lines = unfoldIcs(file)
  const isWhole = lines.some(is('BEGIN:VCALENDAR')) && lines.some(is('END:VCALENDAR'))
  if (!isWhole || !is('BEGIN:VCALENDAR')(lines.find((line) => line.trim()) ?? '')) return null
  const zones: string[] = []
  const names = new Map<string, string>()
  const inIanaZone = withIanaZone(names)
  const events = new Map<string, IcsLines[]>()
  let at = 0
  for (const { name, from, to } of blocksOf(lines)) {
    const block = lines.slice(from, to).map(withUpperCaseName)
    if (name === 'VTIMEZONE') {
      zones.push(...block)
      const known = findIanaZone(block, year)
      if (known) names.set(known.name, known.zone)
      continue
    }
    const id = block.find((line) => /^UID[;:]/i.test(line))?.replace(/^[^:]*:/, '') ?? `without an id ${at++}`
    const same = events.get(id) ?? []
    same.push(withoutInner(block).map(inIanaZone))
    events.set(id, same)
  }
  const text = (all: string[]) => all.map((line) => `${line}\n`).join('')
  return { zones: text(zones), groups: [...events].flatMap(([id, blocks]) => icsEventGroups(id, blocks)).map(text) }
}

/** Writes the name of a line's property in upper case, because names may have any case (RFC 5545, 2). */
const withUpperCaseName = (line: string) => line.replace(/^[A-Za-z-]+(?=[:;])/, (name) => name.toUpperCase())

/** Replaces the name of a custom zone in a line by the equivalent IANA zone. A quoted name may contain colons. */
const withIanaZone = (names: Map<string, string>) => (line: string) =>
  line.replace(
    /;TZID=(?:"([^"]*)"|([^":;]*))(?=[:;])/i,
    (all, quoted: string | undefined, plain: string | undefined) => {
      const zone = names.get(quoted ?? plain ?? '') ?? zoneInPath(quoted ?? plain ?? '')
      return zone ? `;TZID=${zone}` : all
    },
  )

const is = (what: string) => (line: string) => line.trim().toUpperCase() === what

/** Yields the line range of each zone and each event. */
function* blocksOf(lines: string[]): Generator<{ name: string; from: number; to: number }> {
  let open: { name: string; from: number } | null = null
  for (const [at, line] of lines.entries()) {
    const begun = /^BEGIN:(VEVENT|VTIMEZONE)\s*$/i.exec(line)?.[1]?.toUpperCase()
    if (begun && !open) open = { name: begun, from: at }
    else if (open && is(`END:${open.name}`)(line)) {
      yield { ...open, to: at + 1 }
      open = null
    }
  }
}

/** Removes nested components, such as alarms, from an event. */
function withoutInner(block: string[]): string[] {
  let depth = 0
  return block.filter((line) => {
    const begins = /^BEGIN:/i.test(line)
    if (begins) depth++
    const kept = depth <= 1
    if (/^END:/i.test(line)) depth--
    return kept
  })
}
