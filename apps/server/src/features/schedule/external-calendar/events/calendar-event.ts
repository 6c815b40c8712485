import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import type { IcsOccurrence, IcsSegment } from '../../calendar/calendar.ts'

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

export const singleEvent = (shown: WrittenOccurrence, { uid, sequence, now }: EventStamp): WrittenEvent => ({
  kind: 'single',
  uid,
  sequence,
  now,
  shown,
})
export const seriesEvent = (shown: WrittenSeries, { uid, sequence, now }: EventStamp): WrittenEvent => ({
  kind: 'series',
  uid,
  sequence,
  now,
  shown,
})

/** The contents of an event in a calendar, whatever its server stores. */
export type RemoteEvent = {
  href: string
  /** The ids (UID) of the event and its occurrences. */
  uids: string[]
  /** The busy times of an event of others; empty for one of ours. */
  pieces: IcsSegment[]
  /** Whether the event, or a part of it, could not be read, or its time is unclear. */
  isUnreadable: boolean
  /** One of our events, as it is there now; null for an event of others. `hash` is its digest. */
  own: { hash: string; repeats: boolean; occurrences: IcsOccurrence[] } | null
}
