import { eventsOf, instancesOf, type IcsSegment, readIcsSegments, titleOf } from './calendar.ics.ts'
import { icsHash, unfoldIcs } from './calendar.ics-hash.ts'
import { parseIcsComponents } from './calendar.ics-lines.ts'

/** An event as a calendar server stores it: a file with one event and its changed occurrences. `own`: we wrote it. */
export type IcsObject = { href: string; data: string; own: boolean }

/** An occurrence of an event. `originalStart` is its start by the rule of the event, by which a changed occurrence is known. */
export type IcsOccurrence = { originalStart: string; startsAt: string; endsAt: string; title: string; location: string }

export type ReadIcsObject = {
  href: string
  /** The ids (UID) of the events in the file. */
  uids: string[]
  /** The busy times of an event of others; empty for one of ours. */
  pieces: IcsSegment[]
  /** One of our events, as it is there now; null for an event of others. `hash` is the digest of the file. */
  own: { hash: string; repeats: boolean; occurrences: IcsOccurrence[] } | null
}

const [day, maxOccurrences] = [24 * 60 * 60 * 1000, 2_000]
/** Our events are compared in a longer period, so that one that was moved far away does not count as deleted. */
const farDays = { before: 400, after: 800 }

/** Reads events of a calendar server. The process must run in the therapist's time zone. */
export const readIcsObjects = (objects: IcsObject[], from: Date, to: Date): ReadIcsObject[] =>
  objects.map(({ href, data, own }) => {
    const uids = unfoldIcs(data)
      .filter((line) => /^UID[;:]/i.test(line))
      .map((line) => line.replace(/^[^:]*:/, '').trim())
    if (own)
      return { href, uids: [...new Set(uids)], pieces: [], own: { hash: icsHash(data), ...readOwn(data, from, to) } }
    const read = readIcsSegments(data, from, to)
    return { href, uids: [...new Set(uids)], pieces: 'pieces' in read ? read.pieces : [], own: null }
  })

function readOwn(data: string, from: Date, to: Date): { repeats: boolean; occurrences: IcsOccurrence[] } {
  const components = parseIcsComponents(data, to.getUTCFullYear())
  if (!components) return { repeats: false, occurrences: [] }
  const events = eventsOf(components.zones, components.groups)
  const window = [
    new Date(from.getTime() - farDays.before * day),
    new Date(to.getTime() + farDays.after * day),
  ] as const
  const occurrences = events.flatMap((event) =>
    instancesOf(event, ...window)
      .filter((instance) => String(instance.event.status ?? '').toUpperCase() !== 'CANCELLED')
      .map((instance) => ({
        originalStart: new Date(instance.event.recurrenceid ?? instance.start).toISOString(),
        startsAt: new Date(instance.start).toISOString(),
        endsAt: new Date(instance.end).toISOString(),
        title: titleOf(instance.summary),
        location: titleOf(instance.event.location),
      })),
  )
  return { repeats: events.some((event) => Boolean(event.rrule)), occurrences: occurrences.slice(0, maxOccurrences) }
}
