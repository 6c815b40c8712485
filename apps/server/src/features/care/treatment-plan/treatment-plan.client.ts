import type { ClientId, PlanVersionId, TherapistId } from '@attune/contract/common/ids'
import type { OwnTreatmentPlan } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import type { GuardedPlan } from '@attune/contract/features/people/guardian/guardian.plan'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { notify } from '../../messages/notification/notification.ts'
import { readOwnShortName } from '../../people/profile/profile.ts'
import { planHash } from './treatment-plan.hash.ts'
import { signaturesSql, signatureTablesSql } from './treatment-plan.queries.ts'

/** SQL for the diagnoses that the actor sees of the plan whose sharing is `s`, as JSON: current ones first, then the latest first. */
const sharedDiagnosesSql = sql`
  coalesce((select json_agg(json_build_object('id', g.id, 'system', g.system, 'code', g.code, 'text', g.text, 'from', g.from_day, 'until', g.until_day)
    order by g.until_day is not null, g.from_day desc, g.code) from app.diagnosis g where g.client_id = s.client_id), '[]') as diagnoses`

/** Returns the treatment plans that therapists share with the acting client, most recently shared first. Row security shows only shared plans. */
export async function listOwnPlans(tx: Tx): Promise<OwnTreatmentPlan[]> {
  const { rows } = await sql<OwnTreatmentPlan>`
    select s.client_id as "clientId", coalesce(p.name, '') as "therapistName",
      coalesce((select me.name from app.person me where me.account_id = ${tx.actor.id}), '') as "clientName",
      v.id as "versionId", v.number, v.goals, v.review_on::text as "reviewOn", v.made_at as "madeAt", s.asks_signature as "asksSignature", ${signaturesSql},
      ${sharedDiagnosesSql},
      coalesce((select json_agg(json_build_object('objectiveId', t.objective_id, 'notedOn', t.noted_on, 'percent', t.percent) order by t.noted_on, t.id)
        from app.treatment_progress t where t.client_id = s.client_id and t.percent is not null
          and jsonb_path_exists(v.goals, '$[*].objectives[*] ? (@.id == $one)', jsonb_build_object('one', t.objective_id))), '[]') as progress
    from app.treatment_plan_share s join app.treatment_plan_version v on v.therapist_id = s.therapist_id and v.id = s.version_id
      ${signatureTablesSql}
      left join app.person p on p.account_id = s.therapist_id
    order by s.shared_at desc, s.client_id`.execute(tx.kysely)
  return rows
}

/**
 * Returns the plan that is shared with a client, as the acting guardian of the client sees it, and the time at which it was shared; null if no plan
 * is shared. Row security hides a plan that was shared before the guardian had the right to it.
 */
export async function findGuardedPlan(
  tx: Tx,
  clientId: ClientId,
): Promise<{ plan: GuardedPlan; sharedAt: string } | null> {
  const { rows } = await sql<GuardedPlan & { sharedAt: string }>`
    select coalesce(p.name, '') as "therapistName", v.id as "versionId", v.number, v.goals, v.review_on::text as "reviewOn", v.made_at as "madeAt",
      s.shared_at as "sharedAt", ${sharedDiagnosesSql}
    from app.treatment_plan_share s join app.treatment_plan_version v on v.therapist_id = s.therapist_id and v.id = s.version_id
      left join app.person p on p.account_id = s.therapist_id
    where s.client_id = ${clientId}`.execute(tx.kysely)
  const [row] = rows
  if (!row) return null
  const { sharedAt, ...plan } = row
  return { plan, sharedAt }
}

type Sign = { clientId: ClientId; versionId: PlanVersionId; name: string }

/**
 * Signs the version that is shared with the acting client and notifies the therapist. Repeating the call changes nothing. Refuses with NOT_FOUND
 * for a version that is not shared and with NOT_ASKED if the therapist asks for no signature.
 */
export async function signOwnPlan(tx: Tx, { clientId, versionId, name }: Sign, now: Date): Promise<void> {
  const { rows } = await sql<{ therapistId: TherapistId; asks: boolean }>`
    select s.therapist_id as "therapistId", s.asks_signature as asks from app.treatment_plan_share s
    where s.client_id = ${clientId} and s.version_id = ${versionId}`.execute(tx.kysely)
  const [share] = rows
  const plan = (await listOwnPlans(tx)).find((one) => one.versionId === versionId)
  if (!share || !plan) throw notFound()
  if (plan.signatures.client) return
  if (!share.asks) throw createRefusal('NOT_ASKED', 409)
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('treatment_plan_client_signature')
    .values({
      therapist_id: share.therapistId,
      version_id: versionId,
      client_id: clientId,
      name,
      sha256: planHash({ ...plan, id: versionId }),
      signed_at: now,
    })
    .onConflict((on) => on.column('version_id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) await notifyTherapist(tx, clientId, share.therapistId)
}

async function notifyTherapist(tx: Tx, clientId: ClientId, therapistId: TherapistId): Promise<void> {
  await notify(tx, {
    to: therapistId,
    type: 'plan-signed',
    params: { name: await readOwnShortName(tx) },
    about: { type: 'client', id: clientId },
  })
}
