import type { MeasureId } from '@attune/contract/common/ids'
import { measureLimits } from '@attune/contract/features/care/measure/measure.limits'
import { problemsOfMeasure } from '@attune/contract/features/care/measure/measure.rules'
import type { MeasureContent, MeasureView } from '@attune/contract/features/care/measure/measure.schemas'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { saveVersioned } from '../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, createRefusal, limitReached, notFound } from '../../../platform/policy/refusal.ts'
import { findMeasure, lockLatestVersion, lockMeasure, measureViewOf, requireMeasure } from './measure.queries.ts'

/** Creates a measure. Repeating the call returns the measure. Refuses with LIMIT_REACHED, and with CONFLICT if the id is in use. */
export async function createMeasure(
  tx: Tx,
  { id, content }: { id: MeasureId; content: MeasureContent },
): Promise<MeasureView> {
  const before = await findMeasure(tx, id)
  if (before && !before.isRemoved) return measureViewOf(before)
  await requireSpaceForMeasure(tx, id)
  const { rows: added } = await sql`
    insert into app.measure (id, therapist_id, content) values (${id}, ${tx.actor.id}, ${JSON.stringify(content)})
    on conflict (id) do nothing returning id`.execute(tx.kysely)
  if (!added.length) throw conflict()
  return measureViewOf(await requireMeasure(tx, id))
}

/** Refuses with LIMIT_REACHED if the acting therapist has the maximum number of measures beside this one. */
async function requireSpaceForMeasure(tx: Tx, id: MeasureId): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.measure m
    where m.therapist_id = ${tx.actor.id} and m.removed_at is null and m.id <> ${id}`.execute(tx.kysely)
  if ((rows[0]?.count ?? 0) >= measureLimits.measures) throw limitReached(measureLimits.measures)
}

type Save = { id: MeasureId; revision: number; content: MeasureContent }

/**
 * Saves the draft of a measure if it is based on the current revision. Repeating the same call changes nothing. Refuses with NOT_FOUND, and with
 * CHANGED and the current measure.
 */
export async function saveMeasure(tx: Tx, { id, revision, content }: Save, now: Date): Promise<MeasureView> {
  const before = await lockMeasure(tx, id)
  const versioned = {
    stored: { version: before.revision },
    base: revision,
    isSame: () => isDeepStrictEqual(before.content, content),
    repeat: 'any',
    current: () => measureViewOf(before),
    changed: () => createRefusal('CHANGED', 409, measureViewOf(before)),
  } as const
  return saveVersioned(versioned, async () => {
    await sql`update app.measure set content = ${JSON.stringify(content)}, revision = ${revision + 1}, updated_at = ${now}
      where therapist_id = ${tx.actor.id} and id = ${id}`.execute(tx.kysely)
    return measureViewOf(await requireMeasure(tx, id))
  })
}

type Release = { id: MeasureId; revision: number; isComparable: boolean }

/**
 * Releases the draft of a measure. Replaces the released version as long as no task has a copy of it; otherwise adds a version. Repeating the call
 * changes nothing. Refuses with NOT_FOUND, with CHANGED and the current measure, and with INCOMPLETE if the draft has problems.
 */
export async function releaseMeasure(tx: Tx, { id, revision, isComparable }: Release, now: Date): Promise<MeasureView> {
  const measure = await lockMeasure(tx, id)
  if (measure.revision !== revision) throw createRefusal('CHANGED', 409, measureViewOf(measure))
  if (problemsOfMeasure(measure.content).length) throw createRefusal('INCOMPLETE', 409)
  const latest = await lockLatestVersion(tx, id)
  if (latest && isDeepStrictEqual(latest.content, measure.content)) return measureViewOf(measure)
  await (latest && !latest.isSent
    ? replaceVersion(tx, measure, { version: latest.version, isComparable, now })
    : addVersion(tx, measure, { version: (latest?.version ?? 0) + 1, isComparable, now }))
  await sql`update app.measure set updated_at = ${now} where therapist_id = ${tx.actor.id} and id = ${id}`.execute(
    tx.kysely,
  )
  return measureViewOf(await requireMeasure(tx, id))
}

type Version = { version: number; isComparable: boolean; now: Date }
type Draft = { id: MeasureId; content: MeasureContent }

/** SQL for the first version whose scores can be compared with those of a version. */
const comparableFromSql = (tx: Tx, id: MeasureId, { version, isComparable }: Version) => sql`coalesce(
  (select v.comparable_from from app.measure_version v
    where ${isComparable} and v.therapist_id = ${tx.actor.id} and v.measure_id = ${id} and v.version = ${version - 1}), ${version}::int)`

async function replaceVersion(tx: Tx, { id, content }: Draft, version: Version): Promise<void> {
  await sql`
    update app.measure_version set content = ${JSON.stringify(content)}, comparable_from = ${comparableFromSql(tx, id, version)},
      released_at = ${version.now}
    where therapist_id = ${tx.actor.id} and measure_id = ${id} and version = ${version.version}`.execute(tx.kysely)
}

async function addVersion(tx: Tx, { id, content }: Draft, version: Version): Promise<void> {
  await sql`
    insert into app.measure_version (therapist_id, measure_id, version, comparable_from, content, released_at)
    values (${tx.actor.id}, ${id}, ${version.version}, ${comparableFromSql(tx, id, version)}, ${JSON.stringify(content)}, ${version.now})`.execute(
    tx.kysely,
  )
}

/** Deletes or restores a measure of the acting therapist. Copies that were sent remain. Refuses with NOT_FOUND, and a restore with LIMIT_REACHED. */
export async function setMeasureRemoved(tx: Tx, id: MeasureId, removedAt: Date | null): Promise<void> {
  if (!removedAt) await requireSpaceForMeasure(tx, id)
  const { rows } =
    await sql`update app.measure set removed_at = ${removedAt} where therapist_id = ${tx.actor.id} and id = ${id} returning id`.execute(
      tx.kysely,
    )
  if (!rows.length) throw notFound()
}
