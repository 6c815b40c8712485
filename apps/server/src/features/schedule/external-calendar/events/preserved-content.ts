import { foldLines } from 'ical-generator'

/** A line of a calendar file: the folded text, the name, the parameters and the value. */
type Line = { raw: string; name: string; parameters: string; value: string }
type Component = { lines: Line[]; alarms: Line[][] }

const [maxBytes, maxAlarms] = [8 * 1024, 10]
/** Matches the names of lines that contain people or locations. Such lines are never kept, whatever program has added them. */
const personal = /ATTENDEE|ORGANIZER|SENDER|DESC|LOCATION|MAPKIT|CONFERENCE|PROXIMITY/
const plainAlarmValues: Record<string, RegExp> = {
  ACTION: /^(DISPLAY|AUDIO)$/i,
  TRIGGER: /^[-+PTWDHMSZ\d]+$/,
  DURATION: /^[PTWDHMS\d]+$/,
  REPEAT: /^\d+$/,
  UID: /^[-\dA-F]+$/i,
  ACKNOWLEDGED: /^[\dTZ]+$/,
}

/**
 * Returns Attune's calendar file together with additions that a calendar program or the therapist made to the event in the calendar: alarms,
 * categories, a color and custom properties (X-). New changed occurrences get the additions of the series. Drops attendees, and everything that
 * contains a word of `texts` or of the event's title or location in the calendar, unless Attune's file contains the word. Alarms get Attune's title
 * as their text.
 */
export function preserveContent(file: string, there: string, texts: string[]): string {
  const [ours, theirs] = [componentsOf(file), componentsOf(there)]
  const removed = removedWords([...texts, ...shownTexts(theirs)], shownTexts(ours))
  let at = 0
  const keys = [...ours.keys()]
  return file.replaceAll(/^END:VEVENT\r\n/gm, (end) => {
    const key = keys[at++] ?? ''
    const [own, source] = [ours.get(key), theirs.get(key) ?? theirs.get('')]
    return own && source ? `${preservedLines(source, valueOf(own, 'SUMMARY'), removed)}${end}` : end
  })
}

function preservedLines({ lines, alarms }: Component, title: string, removed: RemovedWords): string {
  const isKept = (line: Line) => isHarmless(line) && !removed.areIn(`${line.parameters} ${line.value}`)
  const properties = lines.filter((line) => /^(CATEGORIES|COLOR|X-.*)$/.test(line.name) && isKept(line))
  const kept = alarms.slice(0, maxAlarms).flatMap((alarm) => alarmOf(alarm, title, isKept))
  let size = 0
  return [...properties.map(({ raw }) => `${raw}\r\n`), ...kept]
    .filter((text) => (size += Buffer.byteLength(text)) <= maxBytes)
    .join('')
}

const isHarmless = ({ name, raw }: Line) => !personal.test(name) && !/mailto:/i.test(raw)

/** Returns an alarm with Attune's title; nothing for an alarm that sends an email or depends on a location. */
function alarmOf(alarm: Line[], title: string, isKept: (line: Line) => boolean): string[] {
  const action = alarm.find(({ name }) => name === 'ACTION')?.value ?? ''
  const isPlain = (name: string, value: string) => plainAlarmValues[name]?.test(value) ?? false
  if (!isPlain('ACTION', action) || !alarm.some(({ name, value }) => name === 'TRIGGER' && isPlain(name, value)))
    return []
  if (alarm.some(({ name }) => name.includes('PROXIMITY'))) return []
  const lines = alarm.filter((line) =>
    isPlain(line.name, line.value) ? isKept({ ...line, value: '' }) : line.name.startsWith('X-') && isKept(line),
  )
  const text = /^DISPLAY$/i.test(action) ? [`DESCRIPTION:${title}`] : []
  return [['BEGIN:VALARM', ...lines.map(({ raw }) => raw), ...text.map(foldLines), 'END:VALARM', ''].join('\r\n')]
}

type RemovedWords = { areIn(text: string): boolean }

const shownTexts = (components: Map<string, Component>) =>
  [...components.values()].flatMap((one) => [valueOf(one, 'SUMMARY'), valueOf(one, 'LOCATION')])

/** Returns the words of texts that Attune's file does not contain. */
function removedWords(texts: string[], shown: string[]): RemovedWords {
  const current = new Set(shown.flatMap(words))
  const removed = [...new Set(texts.flatMap(words))].filter((word) => word.length > 1 && !current.has(word))
  return {
    areIn(text) {
      const [lower, found] = [text.toLowerCase(), new Set(words(text))]
      return removed.some((word) => (word.length > 2 ? lower.includes(word) : found.has(word)))
    },
  }
}

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const valueOf = ({ lines }: Component, name: string) => lines.find((line) => line.name === name)?.value ?? ''

/** Returns the events of a file by the original start of the changed occurrence; the main event has an empty key. */
function componentsOf(file: string): Map<string, Component> {
  const found = new Map<string, Component>()
  const open: string[] = []
  let event: Component | null = null
  for (const line of linesOf(file)) {
    const value = line.value.trim().toUpperCase()
    if (line.name === 'BEGIN') {
      if (value === 'VEVENT' && !open.includes('VEVENT')) event = { lines: [], alarms: [] }
      else if (value === 'VALARM' && open.at(-1) === 'VEVENT') event?.alarms.push([])
      open.push(value)
    } else if (line.name === 'END') {
      if (open.pop() === 'VEVENT' && event && !open.includes('VEVENT')) {
        const key = valueOf(event, 'RECURRENCE-ID').replaceAll(/\D/g, '')
        if (!found.has(key)) found.set(key, event)
        event = null
      }
    } else if (open.at(-1) === 'VEVENT') event?.lines.push(line)
    else if (open.at(-1) === 'VALARM' && open.at(-2) === 'VEVENT') event?.alarms.at(-1)?.push(line)
  }
  return found
}

const linesOf = (file: string): Line[] =>
  file
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n(?![ \t])/)
    .map((folded) => {
      const line = folded.replaceAll(/\n[ \t]/g, '')
      const [, name = '', parameters = '', value = ''] =
        /^([\w-]+)((?:;[^=:]*=(?:"[^"]*"|[^":;]*))*):(.*)$/s.exec(line) ?? []
      return { raw: folded.replaceAll('\n', '\r\n'), name: name.toUpperCase(), parameters, value }
    })
