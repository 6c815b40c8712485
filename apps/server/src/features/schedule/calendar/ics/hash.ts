import { createHash } from 'node:crypto'

/** The properties that servers and programs add or change without a change of the event. */
const incidental = /^(DTSTAMP|LAST-MODIFIED|CREATED|SEQUENCE|PRODID|ACKNOWLEDGED|X-[^:;]*)[:;]/i

/** Unfolds the lines of a calendar file (RFC 5545, 3.1). */
export const unfoldIcs = (file: string) =>
  file
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n[ \t]/g, '')
    .split('\n')

/** Normalizes a line: puts the parts of a rule into a fixed order and a duration into seconds, because servers store them in their own formats. */
function normalized(line: string): string {
  const [, rule] = /^RRULE:(.*)/i.exec(line) ?? []
  if (rule !== undefined) return `RRULE:${rule.toUpperCase().split(';').toSorted().join(';')}`
  const [, ...parts] = /^DURATION:P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i.exec(line) ?? []
  if (parts.length === 0) return line
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  return `DURATION:${(((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds}`
}

/** Returns a digest of the events in a calendar file. Ignores alarms, time zones, order, and properties that programs add. */
export function icsHash(file: string): string {
  const events: string[][] = []
  let open: string[] | null = null
  let depth = 0
  for (const line of unfoldIcs(file)) {
    if (/^BEGIN:VEVENT\s*$/i.test(line) && !open) [open, depth] = [[], 0]
    else if (!open) continue
    else if (/^END:VEVENT\s*$/i.test(line) && depth === 0) {
      events.push(open.toSorted())
      open = null
    } else if (/^BEGIN:/i.test(line)) depth++
    else if (/^END:/i.test(line)) depth--
    else if (depth === 0 && line.trim() && !incidental.test(line)) open.push(normalized(line.trimEnd()))
  }
  const texts = events.map((lines) => lines.join('\n')).toSorted()
  return createHash('sha256').update(texts.join('\n\n')).digest('base64url')
}
