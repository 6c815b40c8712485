import type { MeasureId } from '@attune/contract/common/ids'
import { problemsOfMeasure } from '@attune/contract/features/care/measure/measure.rules'
import type {
  MeasureContent,
  MeasureSummary,
  MeasureView,
} from '@attune/contract/features/care/measure/measure.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'

/** SQL for a measure `m` of the acting therapist with its released version `v`. */
const fromSql = sql`app.measure m left join lateral (
    select v.version, v.content, v.sent_at from app.measure_version v
    where v.therapist_id = m.therapist_id and v.measure_id = m.id order by v.version desc limit 1) v on true`

const headSql = sql`m.id, m.content ->> 'title' as title, m.revision, v.version, v.content is distinct from m.content as "isChanged",
  v.sent_at is not null as "isAnswered", m.updated_at as "updatedAt"`

/** Returns the measures of the acting therapist that are not deleted, by title. */
export async function listMeasures(tx: Tx): Promise<MeasureSummary[]> {
  const { rows } = await sql<MeasureSummary>`
    select ${headSql}, jsonb_array_length(jsonb_path_query_array(m.content, '$.items[*] ? (@.kind != "group" && @.kind != "display")')) as items
    from ${fromSql} where m.therapist_id = ${tx.actor.id} and m.removed_at is null
    order by lower(m.content ->> 'title'), m.id`.execute(tx.kysely)
  return rows
}

type StoredMeasure = Omit<MeasureView, 'problems'> & { isRemoved: boolean }

/** Returns a measure of the acting therapist, deleted or not. */
export async function findMeasure(tx: Tx, id: MeasureId): Promise<StoredMeasure | null> {
  const { rows } = await sql<StoredMeasure>`
    select ${headSql}, m.content, m.removed_at is not null as "isRemoved" from ${fromSql}
    where m.therapist_id = ${tx.actor.id} and m.id = ${id}`.execute(tx.kysely)
  return rows[0] ?? null
}

/** Returns a measure that is not deleted. Refuses with NOT_FOUND. */
export async function requireMeasure(tx: Tx, id: MeasureId): Promise<StoredMeasure> {
  const measure = await findMeasure(tx, id)
  if (!measure || measure.isRemoved) throw notFound()
  return measure
}

/** Locks a measure until the transaction ends, and returns it. Refuses with NOT_FOUND. */
export async function lockMeasure(tx: Tx, id: MeasureId): Promise<StoredMeasure> {
  await sql`select from app.measure m where m.therapist_id = ${tx.actor.id} and m.id = ${id} for update`.execute(
    tx.kysely,
  )
  return requireMeasure(tx, id)
}

export function measureViewOf({ isRemoved: _isRemoved, ...measure }: StoredMeasure): MeasureView {
  return { ...measure, problems: problemsOfMeasure(measure.content) }
}

type LatestVersion = { version: number; comparableFrom: number; content: MeasureContent; isSent: boolean }

/** Returns the latest version of a measure, or null. Locks it, so that no task gets a copy of it until the transaction ends. */
export async function lockLatestVersion(tx: Tx, id: MeasureId): Promise<LatestVersion | null> {
  const { rows } = await sql<LatestVersion>`
    select v.version, v.comparable_from as "comparableFrom", v.content, v.sent_at is not null as "isSent" from app.measure_version v
    where v.therapist_id = ${tx.actor.id} and v.measure_id = ${id} order by v.version desc limit 1 for update`.execute(
    tx.kysely,
  )
  return rows[0] ?? null
}
