import type { AccountId, ClientId, DiagnosisId, PlanVersionId } from '@attune/contract/common/ids'
import type { PlanContent } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { planLimits } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { saveVersioned } from '../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { notify } from '../../messages/notification/notification.ts'
import { readTherapistName } from '../../people/profile/profile.ts'
import { planHash } from './treatment-plan.hash.ts'
import {
  findLatestPlan,
  listDiagnosisGuardians,
  listPlanGuardians,
  lockRecord,
  readPlan,
} from './treatment-plan.queries.ts'

export { listDiagnosisFavorites } from './treatment-plan.diagnoses.ts'
export { listDiagnoses } from './treatment-plan.queries.ts'
export { findGuardedPlan } from './treatment-plan.client.ts'
export { hasTreatmentPlanSql } from './treatment-plan.has.ts'

type Save = PlanContent & { id: PlanVersionId; clientId: ClientId; version: number }

/**
 * Saves a plan as the client's next version. If the content equals the latest version, creates none. Refuses with NOT_FOUND, with BAD_REQUEST if
 * two goals or objectives have the same id, with CHANGED and the current plan if `version` is not the latest, and with TOO_MANY_VERSIONS.
 */
export async function savePlan(tx: Tx, { id, clientId, version, ...content }: Save, now: Date) {
  const ids = content.goals.flatMap((goal) => [goal.id, ...goal.objectives.map((objective) => objective.id)])
  if (new Set(ids).size < ids.length) throw createRefusal('BAD_REQUEST', 400)
  await lockRecord(tx, clientId)
  const latest = await findLatestPlan(tx, clientId)
  const versioned = {
    stored: latest && { ...latest, version: latest.number },
    base: version,
    isSame: (stored: PlanContent) => isSamePlan(stored, content),
    repeat: 'any',
    current: (stored: { id: PlanVersionId; number: number }) => ({ versionId: stored.id, number: stored.number }),
    changed: async () => createRefusal('CHANGED', 409, await readPlan(tx, clientId)),
  } as const
  return saveVersioned(versioned, () => insertVersion(tx, { id, clientId, version, ...content }, now))
}

/** Inserts the next version of a plan. Refuses with TOO_MANY_VERSIONS. */
async function insertVersion(tx: Tx, { id, clientId, version, ...content }: Save, now: Date) {
  if (version >= planLimits.versions) throw createRefusal('TOO_MANY_VERSIONS', 409)
  const therapist = tx.actor.id
  await sql`
    insert into app.treatment_plan_version (id, therapist_id, client_id, number, goals, review_on, made_at)
    values (${id}, ${therapist}, ${clientId}, ${version + 1}, ${JSON.stringify(content.goals)}, ${content.reviewOn}, ${now})`.execute(
    tx.kysely,
  )
  await tx.kysely
    .insertInto('treatment_plan_detail')
    .values({ therapist_id: therapist, version_id: id, interventions: content.interventions })
    .execute()
  return { versionId: id, number: version + 1 }
}

const isSamePlan = (one: PlanContent, other: PlanContent): boolean =>
  isDeepStrictEqual([one.goals, one.interventions, one.reviewOn], [other.goals, other.interventions, other.reviewOn])

type Sign = { clientId: ClientId; versionId: PlanVersionId; name: string }

/**
 * Signs the latest version as the acting therapist. Repeating the call changes nothing. Refuses with NOT_FOUND, and with CHANGED if the version is
 * not the latest.
 */
export async function signPlan(tx: Tx, { clientId, versionId, name }: Sign, now: Date): Promise<void> {
  await lockRecord(tx, clientId)
  const latest = await findLatestPlan(tx, clientId)
  if (latest?.id !== versionId) {
    await requireVersion(tx, clientId, versionId)
    throw createRefusal('CHANGED', 409)
  }
  await sql`
    insert into app.treatment_plan_signature (therapist_id, version_id, client_id, name, sha256, signed_at)
    values (${tx.actor.id}, ${versionId}, ${clientId}, ${name}, ${planHash(latest, latest.interventions)}, ${now})
    on conflict (version_id) do nothing`.execute(tx.kysely)
}

async function requireVersion(tx: Tx, clientId: ClientId, versionId: PlanVersionId): Promise<void> {
  const { rows } = await sql`
    select from app.treatment_plan_version where therapist_id = ${tx.actor.id} and client_id = ${clientId} and id = ${versionId}`.execute(
    tx.kysely,
  )
  if (!rows.length) throw notFound()
}

type Share = { clientId: ClientId; versionId: PlanVersionId; asksSignature: boolean; diagnosisIds: DiagnosisId[] }

/**
 * Shares a version of the plan and exactly the diagnoses `diagnosisIds` with the client and the guardians with the right to the plan. Notifies them
 * if the version is new to them or a signature is requested, and those who see the diagnoses if only further diagnoses are shared. Repeating the call
 * changes nothing. Refuses with NOT_FOUND for a version or diagnosis of another client, and with NO_ACCOUNT if no one could read the plan.
 */
export async function sharePlan(
  tx: Tx,
  { clientId, versionId, asksSignature, diagnosisIds }: Share,
  now: Date,
): Promise<void> {
  const { account } = await lockRecord(tx, clientId)
  await requireVersion(tx, clientId, versionId)
  await requireDiagnoses(tx, clientId, diagnosisIds)
  const guardians = await listPlanGuardians(tx, clientId)
  if (!account && guardians.length === 0) throw createRefusal('NO_ACCOUNT', 409)
  const { rows } = await sql<{ isNews: boolean }>`
    insert into app.treatment_plan_share as s (therapist_id, client_id, version_id, asks_signature, shared_at)
    values (${tx.actor.id}, ${clientId}, ${versionId}, ${asksSignature}, ${now})
    on conflict (client_id) do update set version_id = excluded.version_id, asks_signature = excluded.asks_signature, shared_at = excluded.shared_at
      where s.version_id <> excluded.version_id or s.asks_signature <> excluded.asks_signature
    returning true as "isNews"`.execute(tx.kysely)
  await sql`
    delete from app.diagnosis_share
    where therapist_id = ${tx.actor.id} and client_id = ${clientId} and diagnosis_id <> all (${diagnosisIds}::uuid[])`.execute(
    tx.kysely,
  )
  const { rows: added } = await sql`
    insert into app.diagnosis_share (therapist_id, client_id, diagnosis_id, shared_at)
    select ${tx.actor.id}::uuid, ${clientId}::uuid, one, ${now}::timestamptz from unnest(${diagnosisIds}::uuid[]) one
    on conflict (diagnosis_id) do nothing returning diagnosis_id`.execute(tx.kysely)
  if (rows.length) await notifyReaders(tx, clientId, { account, guardians })
  else if (added.length)
    await notifyReaders(tx, clientId, { account, guardians: await listDiagnosisGuardians(tx, clientId) })
}

async function requireDiagnoses(tx: Tx, clientId: ClientId, ids: DiagnosisId[]): Promise<void> {
  const { rows } = await sql`
    select from app.diagnosis where therapist_id = ${tx.actor.id} and client_id = ${clientId} and id = any (${ids}::uuid[])`.execute(
    tx.kysely,
  )
  if (rows.length < new Set(ids).size) throw notFound()
}

type Readers = { account: string | null; guardians: readonly AccountId[] }

/** Notifies the client of a shared plan, and the guardians who see the plan. Guardians receive neither an email nor a push notification. */
async function notifyReaders(tx: Tx, clientId: ClientId, { account, guardians }: Readers): Promise<void> {
  const name = await readTherapistName(tx)
  const notice = { type: 'plan-shared', about: { type: 'client', id: clientId } } as const
  if (account) await notify(tx, { ...notice, to: account, params: { name }, email: { actingFor: tx.actor.id } })
  for (const to of guardians)
    await notify(tx, { ...notice, to, params: { name, actingFor: clientId }, email: null, push: null })
}

/** Ends the access of the client and the guardians to the plan and to all diagnoses. Repeating the call changes nothing. Refuses with NOT_FOUND. */
export async function unsharePlan(tx: Tx, clientId: ClientId): Promise<void> {
  await lockRecord(tx, clientId)
  const key = sql`therapist_id = ${tx.actor.id} and client_id = ${clientId}`
  await sql`delete from app.treatment_plan_share where ${key}`.execute(tx.kysely)
  await sql`delete from app.diagnosis_share where ${key}`.execute(tx.kysely)
}
