import type { AccountId, ClientId, PlanVersionId } from '@attune/contract/common/ids'
import type {
  Diagnosis,
  Goal,
  ObjectiveProgress,
  PlanSignature,
  PlanVersion,
  PlanView,
} from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { planLimits } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'

/** SQL for a signature `s` in the format of the API; null if there is none. */
const signatureSql = (of: string) => sql`
  case when ${sql.ref(`${of}.version_id`)} is not null then json_build_object('name', ${sql.ref(`${of}.name`)},
    'signedAt', to_char(${sql.ref(`${of}.signed_at`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'sha256', ${sql.ref(`${of}.sha256`)}) end`

/** SQL for both signatures of a version `v`, and the tables that contain them. */
export const signaturesSql = sql`json_build_object('therapist', ${signatureSql('ts')}, 'client', ${signatureSql('cs')}) as signatures`
export const signatureTablesSql = sql`
  left join app.treatment_plan_signature ts on ts.therapist_id = v.therapist_id and ts.version_id = v.id
  left join app.treatment_plan_client_signature cs on cs.therapist_id = v.therapist_id and cs.version_id = v.id`

type VersionRow = {
  id: PlanVersionId
  number: number
  goals: Goal[]
  interventions: string[]
  reviewOn: string | null
  madeAt: string
  signatures: { therapist: PlanSignature | null; client: PlanSignature | null }
}

/** Returns the versions of a client's plan that the acting therapist has saved, latest first. */
export async function listPlanVersions(
  tx: Tx,
  clientId: ClientId,
  limit: number = planLimits.versions,
): Promise<PlanVersion[]> {
  const { rows } = await sql<VersionRow>`
    select v.id, v.number, v.goals, coalesce(d.interventions, '{}') as interventions, v.review_on::text as "reviewOn", v.made_at as "madeAt", ${signaturesSql}
    from app.treatment_plan_version v
      left join app.treatment_plan_detail d on d.therapist_id = v.therapist_id and d.version_id = v.id ${signatureTablesSql}
    where v.therapist_id = ${tx.actor.id} and v.client_id = ${clientId} order by v.number desc limit ${limit}`.execute(
    tx.kysely,
  )
  return rows
}

export const findLatestPlan = async (tx: Tx, clientId: ClientId): Promise<PlanVersion | null> =>
  (await listPlanVersions(tx, clientId, 1))[0] ?? null

/** Returns the diagnoses of a client of the acting therapist: current ones first, then latest first. */
export async function listDiagnoses(tx: Tx, clientId: ClientId): Promise<Diagnosis[]> {
  const { rows } = await sql<Diagnosis>`
    select g.id, g.system, g.code, g.text, g.from_day::text as "from", g.until_day::text as until, g.version,
      exists (select from app.diagnosis_share s where s.therapist_id = g.therapist_id and s.diagnosis_id = g.id) as shared
    from app.diagnosis g where g.therapist_id = ${tx.actor.id} and g.client_id = ${clientId}
    order by g.until_day is not null, g.from_day desc, g.code, g.id`.execute(tx.kysely)
  return rows
}

/** Returns the progress on a client's objectives, earliest first; the latest 1,000 rows at most. */
async function listPlanProgress(tx: Tx, clientId: ClientId): Promise<ObjectiveProgress[]> {
  const { rows } = await sql<ObjectiveProgress>`
    select p.id, p.objective_id as "objectiveId", p.noted_on::text as "notedOn", p.percent, p.session_id as "sessionId", coalesce(c.text, '') as comment
    from app.treatment_progress p
      left join app.treatment_progress_comment c on c.therapist_id = p.therapist_id and c.progress_id = p.id
    where p.therapist_id = ${tx.actor.id} and p.client_id = ${clientId}
    order by p.noted_on desc, p.id limit ${planLimits.progress}`.execute(tx.kysely)
  return rows.toReversed()
}

type Names = { clientName: string; therapistName: string; hasAccount: boolean }

async function readPlanNames(tx: Tx, clientId: ClientId): Promise<Names> {
  const { rows } = await sql<Names>`
    select trim(c.first_name || ' ' || c.last_name) as "clientName",
      coalesce((select trim(p.first_name || ' ' || p.last_name) from app.person p where p.account_id = c.therapist_id), '') as "therapistName",
      c.account_id is not null and c.disconnected_at is null as "hasAccount"
    from app.client_name c where c.therapist_id = ${tx.actor.id} and c.id = ${clientId}`.execute(tx.kysely)
  if (!rows[0]) throw notFound()
  return rows[0]
}

async function readPlanShare(tx: Tx, clientId: ClientId): Promise<PlanView['share']> {
  const { rows } = await sql<NonNullable<PlanView['share']>>`
    select s.version_id as "versionId", v.number, s.asks_signature as "asksSignature", s.shared_at as "sharedAt"
    from app.treatment_plan_share s join app.treatment_plan_version v on v.therapist_id = s.therapist_id and v.id = s.version_id
    where s.therapist_id = ${tx.actor.id} and s.client_id = ${clientId}`.execute(tx.kysely)
  return rows[0] ?? null
}

/** Returns the accounts of the guardians who have the right to the plan of a client of the acting therapist. */
export async function listPlanGuardians(tx: Tx, clientId: ClientId): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    select g.account_id as id from def.guardians_of_plan(${clientId}) g`.execute(tx.kysely)
  return rows.map(({ id }) => id)
}

/** Returns the accounts of the guardians who see the shared version of the plan of a client of the acting therapist, with its diagnoses. */
export async function listDiagnosisGuardians(tx: Tx, clientId: ClientId): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    select g.account_id as id from def.guardians_of_diagnoses(${clientId}) g`.execute(tx.kysely)
  return rows.map(({ id }) => id)
}

/** Returns the guardians for the view of a plan, each with whether they see the shared version. */
async function readPlanGuardians(tx: Tx, clientId: ClientId): Promise<PlanView['guardians']> {
  const { rows } = await sql<PlanView['guardians'][number]>`
    select g.name, s.client_id is not null as sees from def.guardians_of_plan(${clientId}) g
      left join app.treatment_plan_share s on s.therapist_id = ${tx.actor.id} and s.client_id = ${clientId} and s.shared_at >= g.since`.execute(
    tx.kysely,
  )
  return rows
}

/** Returns the latest plan of a client of the acting therapist, with diagnoses, progress and the shared version. Refuses with NOT_FOUND. */
export async function readPlan(tx: Tx, clientId: ClientId): Promise<PlanView> {
  const [names, plan, diagnoses, progress, share, guardians] = await Promise.all([
    readPlanNames(tx, clientId),
    findLatestPlan(tx, clientId),
    listDiagnoses(tx, clientId),
    listPlanProgress(tx, clientId),
    readPlanShare(tx, clientId),
    readPlanGuardians(tx, clientId),
  ])
  return { clientId, ...names, plan, diagnoses, progress, share, guardians }
}

/**
 * Locks the record of a client of the acting therapist until the transaction ends, so that changes of the plan run one after the other. Refuses
 * with NOT_FOUND.
 */
export async function lockRecord(
  tx: Tx,
  clientId: ClientId,
): Promise<{ account: string | null; firstName: string; lastName: string }> {
  const { rows } = await sql<{ account: string | null; firstName: string; lastName: string }>`
    select case when c.disconnected_at is null then c.account_id end as account, c.first_name as "firstName", c.last_name as "lastName"
    from app.client c where c.therapist_id = ${tx.actor.id} and c.id = ${clientId} for no key update`.execute(tx.kysely)
  if (!rows[0]) throw notFound()
  return rows[0]
}
