import type { SeriesId } from '@attune/contract/common/ids'
import { undoSeconds } from '@attune/contract/features/schedule/session/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { deleteSeries, replaceExceptions, type StoredSeries, updateSeries } from './recurrence.queries.ts'

/**
 * The state of a series before the command with the id `act`. The features of sessions and busy times extend this type with the values of their
 * rows.
 */
export type SeriesSnapshot = { act: string; at: string; series: StoredSeries; exceptions: string[] }

/** A snapshot as the database stores it. It keeps the field names `gaps` and `laidOutUntil`, because earlier versions read and write these names. */
type StoredSnapshot = {
  act: string
  at: string
  series: Omit<StoredSeries, 'materializedUntil'> & { laidOutUntil: string }
  gaps: string[]
  undone?: boolean
}

/**
 * Stores the state before the last change of a series, so that the change can be undone. Null removes the stored state,
 * because the last change cannot be undone.
 */
export const saveUndo = (tx: Tx, seriesId: SeriesId, snapshot: SeriesSnapshot | null) =>
  sql`update app.series set undo = ${snapshot && JSON.stringify(toStored(snapshot))}::jsonb where id = ${seriesId}`.execute(
    tx.kysely,
  )

/**
 * Returns the stored state before the command with the id `undoes`; null if that command has already been undone.
 * Refuses with CHANGED if the undo window has passed or if the series was changed again.
 */
export async function findUndoState<Snapshot extends SeriesSnapshot>(
  tx: Tx,
  seriesId: SeriesId,
  undoes: string,
  now: Date,
): Promise<Snapshot | null> {
  const { rows } = await sql<{
    undo: StoredSnapshot | null
  }>`select undo from app.series where id = ${seriesId}`.execute(tx.kysely)
  const stored = rows[0]?.undo
  if (stored?.act !== undoes) throw changedRefusal()
  if (stored.undone) return null
  if (now.getTime() - Date.parse(stored.at) > undoSeconds * 1000) throw changedRefusal()
  return fromStored(stored) as Snapshot
}

function toStored({
  exceptions,
  series: { materializedUntil, ...series },
  ...snapshot
}: SeriesSnapshot): StoredSnapshot {
  return { ...snapshot, gaps: exceptions, series: { ...series, laidOutUntil: materializedUntil } }
}

/** Converts the field names of a stored snapshot to those in the code. Exported for its test. */
export function fromStored({ gaps, series: { laidOutUntil, ...series }, ...snapshot }: StoredSnapshot): SeriesSnapshot {
  return { ...snapshot, exceptions: gaps, series: { ...series, materializedUntil: laidOutUntil } }
}

export const changedRefusal = () => createRefusal('CHANGED', 409)

/**
 * Restores the rule of a series and its exceptions (days of the rule without an occurrence). Deletes the series
 * `split`, which the change had split off. Call this function after the occurrences are restored.
 */
export async function restoreSeries(
  tx: Tx,
  { act, series, exceptions }: SeriesSnapshot,
  split: string | null,
  now: Date,
): Promise<void> {
  await Promise.all([
    updateSeries(tx, series.id, series, now),
    replaceExceptions(tx, { from: series.id, days: exceptions }),
    split && deleteSeries(tx, split),
    sql`update app.series set undo = ${JSON.stringify({ act, undone: true })}::jsonb where id = ${series.id}`.execute(
      tx.kysely,
    ),
  ])
}
