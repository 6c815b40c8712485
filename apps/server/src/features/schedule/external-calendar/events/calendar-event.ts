import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import type { ReadIcsObject } from '../../calendar/calendar.ts'

/** An occurrence with its displayed fields. */
export type WrittenOccurrence = { startsAt: string; endsAt: string; title: string; location: string }
/** A series in the external calendar: a rule in the wall-clock time of a zone, from its first to its last occurrence. */
export type WrittenSeries = WrittenOccurrence & {
  repeat: Repeat
  zone: string
  /** The start of the last occurrence of the rule. */
  lastStartsAt: string
  /** The starts of the rule that have no occurrence. */
  left: string[]
  /** The occurrences that differ from the rule, each with its start according to the rule. */
  changed: (WrittenOccurrence & { originalStart: string })[]
}

/** The UID and version number of an event, and the time of the write. */
export type EventStamp = { uid: string; sequence: number; now: Date }

/** An Attune event in the form that the external calendar must have. Each provider converts it to its server's format. */
export type WrittenEvent = EventStamp &
  ({ kind: 'single'; shown: WrittenOccurrence } | { kind: 'series'; shown: WrittenSeries })

export const singleEvent = (shown: WrittenOccurrence, stamp: EventStamp): WrittenEvent => ({
  kind: 'single',
  ...stamp,
  shown,
})
export const seriesEvent = (shown: WrittenSeries, stamp: EventStamp): WrittenEvent => ({
  kind: 'series',
  ...stamp,
  shown,
})

/** The content of an event in the external calendar, independent of the server's format. `own.hash` is its digest. */
export type RemoteEvent = ReadIcsObject
