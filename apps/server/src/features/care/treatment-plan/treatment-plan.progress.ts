import type { ClientId, ObjectiveId, ProgressId, SessionId } from '@attune/contract/common/ids'
import type { Goal, ParticipantObjectives } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { wallClockOf } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../platform/database/actor.ts'
import { requireNotHeld } from '../record-retention/record-retention.ts'
import { conflict, createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { readZone } from '../../people/profile/profile.ts'
import { lockRecord } from './treatment-plan.queries.ts'

type NewProgress = {
  id: ProgressId
  clientId: ClientId
  objectiveId: ObjectiveId
  notedOn: string
  percent: number
  comment: string
}

/** Refuses with NOT_FOUND if no version of the client's plan has the objective. */
async function requireObjective(tx: Tx, clientId: ClientId, objectiveId: ObjectiveId): Promise<void> {
  const { rows } = await sql`
    select from app.treatment_plan_version v, jsonb_array_elements(v.goals) g, jsonb_array_elements(g->'objectives') o
    where v.therapist_id = ${tx.actor.id} and v.client_id = ${clientId} and o->>'id' = ${objectiveId} limit 1`.execute(
    tx.kysely,
  )
  if (!rows.length) throw notFound()
}

/**
 * Records the progress on a client's objective on a day. Repeating the call changes nothing. Refuses with NOT_FOUND, with FUTURE_DAY, and with
 * CONFLICT if the id was used for something else.
 */
export async function addProgress(tx: Tx, input: NewProgress, now: Date): Promise<void> {
  const { id, clientId, objectiveId, notedOn, percent, comment } = input
  await lockRecord(tx, clientId)
  await requireObjective(tx, clientId, objectiveId)
  if (notedOn > wallClockOf(now.toISOString(), await readZone(tx)).day) throw createRefusal('FUTURE_DAY', 409)
  const { rows } = await sql`
    insert into app.treatment_progress (id, therapist_id, client_id, objective_id, noted_on, percent)
    values (${id}, ${tx.actor.id}, ${clientId}, ${objectiveId}, ${notedOn}, ${percent}) on conflict (id) do nothing returning id`.execute(
    tx.kysely,
  )
  if (rows.length) return writeComment(tx, id, comment)
  const { rows: same } = await sql`
    select from app.treatment_progress where therapist_id = ${tx.actor.id} and id = ${id} and client_id = ${clientId}
      and objective_id = ${objectiveId} and noted_on = ${notedOn} and percent = ${percent}`.execute(tx.kysely)
  if (!same.length) throw conflict()
}

async function writeComment(tx: Tx, progressId: ProgressId, comment: string): Promise<void> {
  if (comment)
    await sql`
      insert into app.treatment_progress_comment (therapist_id, progress_id, text) values (${tx.actor.id}, ${progressId}, ${comment})
      on conflict (progress_id) do update set text = excluded.text`.execute(tx.kysely)
  else
    await sql`
      delete from app.treatment_progress_comment where therapist_id = ${tx.actor.id} and progress_id = ${progressId}`.execute(
      tx.kysely,
    )
}

/** Deletes a progress note on an objective of a client. Refuses with NOT_FOUND and HELD. */
export async function removeProgress(tx: Tx, { clientId, id }: { clientId: ClientId; id: ProgressId }): Promise<void> {
  const { rows } = await sql`
    delete from app.treatment_progress where therapist_id = ${tx.actor.id} and client_id = ${clientId} and id = ${id} returning id`.execute(
    tx.kysely,
  )
  if (!rows.length) throw notFound()
  await requireNotHeld(tx, clientId)
}

type ParticipantRow = { clientId: ClientId; clientName: string; goals: Goal[] | null }
type NotedRow = { clientId: ClientId; objectiveId: ObjectiveId; here: boolean; percent: number | null; comment: string }

/**
 * Returns the objectives of the participants of a session of the acting therapist: the open ones of the latest plan, and those that were worked on in
 * the session. Omits participants without objectives. Refuses with NOT_FOUND.
 */
export async function listSessionObjectives(tx: Tx, sessionId: SessionId): Promise<ParticipantObjectives[]> {
  const { rows } = await sql<ParticipantRow>`
    select c.id as "clientId", trim(c.first_name || ' ' || c.last_name) as "clientName",
      (select v.goals from app.treatment_plan_version v where v.therapist_id = c.therapist_id and v.client_id = c.id order by v.number desc limit 1) as goals
    from app.session s join app.session_client sc on sc.therapist_id = s.therapist_id and sc.session_id = s.id
      join app.client_name c on c.therapist_id = sc.therapist_id and c.id = sc.client_id
    where s.therapist_id = ${tx.actor.id} and s.id = ${sessionId} and s.deleted_at is null order by c.first_name, c.id`.execute(
    tx.kysely,
  )
  if (!rows.length) throw notFound()
  const noted = await listNotedOnSession(tx, sessionId, rows)
  return rows
    .map(({ clientId, clientName, goals }) => ({
      clientId,
      clientName,
      objectives: (goals ?? []).flatMap((goal) =>
        goal.objectives.flatMap((objective) => {
          const of = noted.filter((row) => row.clientId === clientId && row.objectiveId === objective.id)
          const here = of.find((row) => row.here)
          if (objective.state !== 'open' && !here) return []
          return {
            id: objective.id,
            text: objective.text,
            goal: goal.text,
            worked: here !== undefined,
            percent: here?.percent ?? null,
            lastPercent: of.find((row) => !row.here)?.percent ?? null,
            comment: here?.comment ?? '',
          }
        }),
      ),
    }))
    .filter(({ objectives }) => objectives.length > 0)
}

/** Returns the progress that was noted for a session, and the latest percentage of each objective from other sessions. */
async function listNotedOnSession(tx: Tx, sessionId: SessionId, participants: ParticipantRow[]): Promise<NotedRow[]> {
  const ids = participants.map(({ clientId }) => clientId)
  const { rows } = await sql<NotedRow>`
    select distinct on (p.client_id, p.objective_id, here) p.client_id as "clientId", p.objective_id as "objectiveId",
      coalesce(p.session_id = ${sessionId}, false) as here, p.percent, coalesce(c.text, '') as comment
    from app.treatment_progress p left join app.treatment_progress_comment c on c.therapist_id = p.therapist_id and c.progress_id = p.id
    where p.therapist_id = ${tx.actor.id} and p.client_id = any (${ids}::uuid[]) and (p.percent is not null or p.session_id = ${sessionId})
    order by p.client_id, p.objective_id, here, p.noted_on desc, p.id`.execute(tx.kysely)
  return rows
}

type SessionNote = {
  sessionId: SessionId
  clientId: ClientId
  objectiveId: ObjectiveId
  worked: boolean
  percent: number | null
  comment: string
}

/** Records whether an objective was worked on in a session, and the progress. A later call replaces an earlier one. Refuses with NOT_FOUND. */
export async function recordSessionObjective(tx: Tx, note: SessionNote): Promise<void> {
  const { sessionId, clientId, objectiveId, worked, percent, comment } = note
  await lockRecord(tx, clientId)
  const { rows } = await sql<{ startsAt: string }>`
    select s.starts_at as "startsAt" from app.session s join app.session_client sc on sc.therapist_id = s.therapist_id and sc.session_id = s.id
    where s.therapist_id = ${tx.actor.id} and s.id = ${sessionId} and sc.client_id = ${clientId} and s.deleted_at is null`.execute(
    tx.kysely,
  )
  const [session] = rows
  if (!session) throw notFound()
  await requireObjective(tx, clientId, objectiveId)
  if (!worked) {
    await sql`
      delete from app.treatment_progress where therapist_id = ${tx.actor.id} and session_id = ${sessionId} and client_id = ${clientId}
        and objective_id = ${objectiveId}`.execute(tx.kysely)
    return
  }
  const { day } = wallClockOf(session.startsAt, await readZone(tx))
  const { rows: written } = await sql<{ id: ProgressId }>`
    insert into app.treatment_progress (id, therapist_id, client_id, objective_id, session_id, noted_on, percent)
    values (${randomUUID()}, ${tx.actor.id}, ${clientId}, ${objectiveId}, ${sessionId}, ${day}, ${percent})
    on conflict (therapist_id, session_id, client_id, objective_id) do update set percent = excluded.percent returning id`.execute(
    tx.kysely,
  )
  if (written[0]) await writeComment(tx, written[0].id, comment)
}
