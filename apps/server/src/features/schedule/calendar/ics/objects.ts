import { eventsOf, instancesOf, type IcsSegment, readIcsSegments, titleOf } from './ics.ts'
import { icsHash, unfoldIcs } from './hash.ts'
import { parseIcsComponents } from './lines.ts'
import { isUnclear } from './unclear.ts'

/** An event as a calendar server stores it: a file with one event and its changed occurrences. */
export type IcsObject = {
  href: string
  data: string
  /** Whether Attune wrote the event. */
  own: boolean
}

/** An occurrence of an event. `originalStart` is its start according to the event's rule, which identifies a changed occurrence. */
export type IcsOccurrence = { originalStart: string; startsAt: string; endsAt: string; title: string; location: string }

export type ReadIcsObject = {
  href: string
  /** The ids (UID) of the events in the file. */
  uids: string[]
  /** The busy times of an external event; empty for an Attune event. */
  pieces: IcsSegment[]
  /** Whether the file or a part of it could not be read, or the time of an event is unclear. */
  isUnreadable: boolean
  /** The current state of an Attune event in the calendar; null for an external event. `hash` is the digest of the file. */
  own: { hash: string; repeats: boolean; occurrences: IcsOccurrence[] } | null
}

const [day, maxOccurrences] = [24 * 60 * 60 * 1000, 2_000]
/**
 * The days before and after the period for external events in which Attune's events are also read. An Attune event that was moved far away therefore
 * does not count as deleted.
 */
const farDays = { before: 400, after: 800 }

/** Reads events of a calendar server. The process must run in the therapist's time zone. */
export const readIcsObjects = (objects: IcsObject[], from: Date, to: Date): ReadIcsObject[] =>
  objects.map(({ href, data, own }) => {
    const lines = unfoldIcs(data)
    const uids = lines.filter((line) => /^UID[;:]/i.test(line)).map((line) => line.replace(/^[^:]*:/, '').trim())
    const item = { href, uids: [...new Set(uids)] }
    if (own) {
      const { isUnreadable, ...found } = readOwn(data, from, to)
      return { ...item, pieces: [], isUnreadable, own: { hash: icsHash(data), ...found } }
    }
    const read = readIcsSegments(data, from, to)
    if ('problem' in read) return { ...item, pieces: [], isUnreadable: true, own: null }
    return { ...item, pieces: read.pieces, isUnreadable: read.failed || isCutOff(lines), own: null }
  })

/** Returns whether an event in the file has no end, so that the reader skips it. */
const isCutOff = (lines: string[]) => {
  const count = (wanted: RegExp) => lines.filter((line) => wanted.test(line)).length
  return count(/^BEGIN:VEVENT\s*$/i) !== count(/^END:VEVENT\s*$/i)
}

function readOwn(data: string, from: Date, to: Date) {
  const components = parseIcsComponents(data, to.getUTCFullYear())
  if (!components || components.groups.length === 0) return { isUnreadable: true, repeats: false, occurrences: [] }
  let isUnreadable = components.groups.some((group) => isUnclear(group, from))
  const onFailure = () => void (isUnreadable = true)
  const events = eventsOf(components.zones, components.groups, onFailure)
  const window = [
    new Date(from.getTime() - farDays.before * day),
    new Date(to.getTime() + farDays.after * day),
  ] as const
  const occurrences: IcsOccurrence[] = events.flatMap((event) =>
    instancesOf(event, ...window, onFailure)
      .filter((instance) => String(instance.event.status ?? '').toUpperCase() !== 'CANCELLED')
      .map((instance) => ({
        originalStart: new Date(instance.event.recurrenceid ?? instance.start).toISOString(),
        startsAt: new Date(instance.start).toISOString(),
        endsAt: new Date(instance.end).toISOString(),
        title: titleOf(instance.summary),
        location: titleOf(instance.event.location),
      })),
  )
  const repeats = events.some((event) => Boolean(event.rrule))
  return { isUnreadable, repeats, occurrences: occurrences.slice(0, maxOccurrences) }
}
