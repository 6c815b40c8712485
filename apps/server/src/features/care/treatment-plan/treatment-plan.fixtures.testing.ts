import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { insertCompletedSession } from '../../../testing/records/sessions.ts'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const treatmentPlanFixtures = [
  /**
   * The latest version of the client's plan, which the client can read and sign; its objective with progress, and a diagnosis. The session is a
   * completed one of the client.
   */
  fixture(
    ['planVersionId', 'planObjectiveId', 'planDiagnosisId', 'planProgressId', 'planSessionId'],
    createTreatmentPlan,
  ),
]

/**
 * Inserts a completed session, the next version of the pair's plan, a diagnosis, and progress on an objective. The plan is shared and asks the client
 * for a signature.
 */
async function createTreatmentPlan({ app, pair }: FixtureOrder) {
  const { name, therapist, recordId } = pair
  const [planVersionId, planObjectiveId] = [randomUUID(), randomUUID()]
  const [planDiagnosisId, planProgressId] = [randomUUID(), randomUUID()]
  const planSessionId = await insertCompletedSession(
    app,
    therapist,
    recordId,
    new Date(Date.now() - 3 * 24 * 60 * 60_000),
  )
  const text = canary(name, 'goal')
  const objective = { id: planObjectiveId, text, measure: '', target: '', targetOn: null, state: 'open' }
  const goals = JSON.stringify([{ id: randomUUID(), text, objectives: [objective] }])
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    await sql`select from app.client where id = ${recordId} for no key update`.execute(kysely)
    await sql`
      insert into app.treatment_plan_version (id, therapist_id, client_id, number, goals, made_at)
      select ${planVersionId}, ${therapist.accountId}, ${recordId}, coalesce(max(number), 0) + 1, ${goals}::jsonb, now()
      from app.treatment_plan_version where client_id = ${recordId}`.execute(kysely)
    await sql`
      insert into app.treatment_plan_share (therapist_id, client_id, version_id, asks_signature) values (${therapist.accountId}, ${recordId}, ${planVersionId}, true)
      on conflict (client_id) do update set version_id = excluded.version_id, asks_signature = true`.execute(kysely)
    await sql`
      insert into app.diagnosis (id, therapist_id, client_id, system, code, text, from_day)
      values (${planDiagnosisId}, ${therapist.accountId}, ${recordId}, 'icd-10', 'F41.1', ${canary(name, 'diagnosis')}, '2026-01-05')`.execute(
      kysely,
    )
    await sql`
      insert into app.treatment_progress (id, therapist_id, client_id, objective_id, noted_on, percent)
      values (${planProgressId}, ${therapist.accountId}, ${recordId}, ${planObjectiveId}, '2026-02-02', 40)`.execute(
      kysely,
    )
  })
  return { planVersionId, planObjectiveId, planDiagnosisId, planProgressId, planSessionId }
}
