import type { EventId, SeriesId } from '@attune/contract/common/ids'
import { createDatedId } from '@attune/contract/common/dated-id'
import { randomUUID } from 'node:crypto'
import type { EventScope } from '@attune/contract/features/schedule/calendar/calendar'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { instantOf, minutesBetween, shiftWallClock, wallClockOf } from '@attune/contract/common/time/time'
import type { Tx } from '../../../../platform/database/actor.ts'
import {
  endSeriesBefore,
  fitToDay,
  insertSeries,
  planChange,
  replaceExceptions,
  type StoredOccurrence,
  updateSeries,
} from '../../recurrence/recurrence.ts'
import type { RequestedTimes, TimeSpan } from '../../schedule/schedule.ts'
import { insertEvents, spanMinutes, timesOf } from './add.ts'
import { deleteEvents, type EventRowUpdate, updateEvents } from './rows.ts'
import { eventOccurrences } from './store.ts'
import type { EventSeries, StoredEvent } from '../calendar.queries.ts'

export type EventChange = TimeSpan & {
  id: EventId
  scope: EventScope
  title: string
  location: string
  repeat?: Repeat | null | undefined
}

/** A prepared change: the times that it would occupy, and a function that writes it. */
export type Prepared = RequestedTimes & { write: () => Promise<void> }

export type EventSeriesChange = EventChange & { scope: 'following' | 'all' }

export const isMoved = (before: TimeSpan, after: TimeSpan) =>
  before.startsAt !== after.startsAt || before.endsAt !== after.endsAt

type SeriesWrite = Pick<Prepared, 'spans' | 'write'>
type LoadedSeries = {
  known: StoredEvent
  series: EventSeries
  rows: StoredOccurrence[]
  exceptions: string[]
  anchor: StoredOccurrence
}

/** Prepares a change of the rule from the edited event on. Earlier events keep the old rule. */
export function changeEventSeries(
  tx: Tx,
  edit: EventSeriesChange,
  { known, ...loaded }: LoadedSeries,
  now: Date,
): SeriesWrite {
  const { series: old } = loaded
  const change = { ...leadingChange(edit, known, loaded), scope: edit.scope, durationMinutes: spanMinutes(edit) }
  const plan = planChange({ ...loaded, ...change, leaveOut: [] }, eventOccurrences, now)
  const { splits, cutoff, materializedUntil, lastDay, added } = plan
  const template = { title: edit.title, location: edit.location }
  const series = { ...old, ...plan.rule, id: splits ? randomUUID() : old.id, template, materializedUntil, lastDay }
  // The edited event gets the exact times of the edit, not the times of the rule.
  const kept = plan.kept.map(({ row, to, detached }) => {
    const after = {
      id: row.id,
      seriesId: series.id,
      day: to.day,
      detached,
      ...timesOf(row.id === known.id ? edit : to),
    }
    return { row, after }
  })
  const overridden = overriddenRows(plan, edit, series.id)
  return {
    spans: [...kept.filter(({ row, after }) => isMoved(row, after)).map(({ after }) => after), ...added],
    async write() {
      await deleteEvents(
        tx,
        plan.removed.map(({ id }) => id),
      )
      if (splits) await Promise.all([endSeriesBefore(tx, old.id, cutoff, now), insertSeries(tx, series)])
      else await updateSeries(tx, old.id, series, now)
      await replaceExceptions(tx, { from: old.id, cutoff, to: series.id, days: plan.exceptions })
      await updateEvents(tx, edit, [...kept.map(({ after }) => after), ...overridden], now)
      await insertEvents(
        tx,
        edit,
        series.id,
        added.map((date) => ({ ...date, id: createDatedId() })),
      )
    },
  }
}

/** Returns the changed events that get another day of the series, or move to the new series. */
const overriddenRows = (
  { overridden, splits }: Pick<ReturnType<typeof planChange>, 'overridden' | 'splits'>,
  edit: EventSeriesChange,
  seriesId: SeriesId,
) =>
  overridden
    .filter(({ row, day }) => splits || row.day !== day)
    .map(({ row, day }): EventRowUpdate => ({ ...row, ...(row.id === edit.id && timesOf(edit)), seriesId, day }))

/**
 * Returns the new start and rule of `anchor`. The times of the other events are calculated from them. If `anchor` is
 * not the edited event, `anchor` moves by the same difference as the edited event.
 */
function leadingChange(
  edit: EventSeriesChange,
  known: StoredEvent,
  { anchor, series: { zone } }: Omit<LoadedSeries, 'known'>,
) {
  const { startsAt } = edit
  const repeat = edit.repeat ?? undefined
  if (anchor.id === known.id) return { startsAt, repeat }
  const by = minutesBetween(wallClockOf(known.startsAt, zone), wallClockOf(startsAt, zone))
  if (!by) return { startsAt: anchor.startsAt, repeat: repeat && fitToDay(repeat, anchor.day) }
  const { day, time } = shiftWallClock(wallClockOf(anchor.startsAt, zone), by)
  return { startsAt: instantOf(day, time, zone), repeat: repeat && fitToDay(repeat, day) }
}

/**
 * Prepares the end of the repetition. The edited event and individually changed events become single events. The
 * other events of `rows` are deleted. Returns undefined if `rows` is empty.
 */
export function endEventSeries(
  tx: Tx,
  edit: EventChange,
  series: EventSeries,
  rows: StoredOccurrence[],
  now: Date,
): SeriesWrite | undefined {
  const [first] = rows
  if (!first) return undefined
  const stays = (row: StoredOccurrence) => row.detached || row.id === edit.id
  const alone = rows.filter(stays).map((row) => ({
    ...timesOf(row.id === edit.id ? edit : row),
    id: row.id,
    seriesId: null,
    day: null,
    detached: row.detached && row.id !== edit.id,
  }))
  return {
    spans: [edit],
    async write() {
      await deleteEvents(
        tx,
        rows.filter((row) => !stays(row)).map((row) => row.id),
      )
      await endSeriesBefore(tx, series.id, first.day, now)
      await replaceExceptions(tx, { from: series.id, cutoff: first.day, days: [] })
      await updateEvents(tx, edit, alone, now)
    },
  }
}
