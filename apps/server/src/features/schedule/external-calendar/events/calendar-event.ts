import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import type { ReadIcsObject } from '../../calendar/calendar.ts'

/** An occurrence with what it shows. */
export type WrittenOccurrence = { startsAt: string; endsAt: string; title: string; location: string }
/** A series as it is written: a rule in the wall-clock time of a zone, from its first to its last occurrence. */
export type WrittenSeries = WrittenOccurrence & {
  repeat: Repeat
  zone: string
  /** The start of the last occurrence of the rule. */
  lastStartsAt: string
  /** The starts by the rule at which there is no occurrence. */
  left: string[]
  /** The occurrences that differ from the rule, each with its start by the rule. */
  changed: (WrittenOccurrence & { originalStart: string })[]
}

/** The UID of an event, the number of its version, and the moment of the write. */
export type EventStamp = { uid: string; sequence: number; now: Date }

/** One of our events as it must be in a calendar. Each provider writes it in the form that its servers store. */
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

/** The contents of an event in a calendar, whatever its server stores. `own.hash` is its digest. */
export type RemoteEvent = ReadIcsObject
