import type { FormTicketId, SentFormId, TherapistId } from '@attune/contract/common/ids'
import type { FormAnswers } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

/** The answers to a form that is not signed yet. */
export type FormAnswersDraft = { answers: FormAnswers; version: number; savedAt: string }

/** Returns the answers that a guardian with a ticket is filling in; null before the first save. */
async function findTicketDraft(tx: Tx, ticketId: FormTicketId): Promise<FormAnswersDraft | null> {
  const { rows } = await sql<FormAnswersDraft>`
    select t.answers, t.answers_version as version, t.answered_at as "savedAt" from app.form_ticket t
    where t.therapist_id = ${tx.actor.id} and t.id = ${ticketId} and t.answers is not null`.execute(tx.kysely)
  return rows[0] ?? null
}

/** Stores the answers that a guardian with a ticket is filling in. */
async function saveTicketDraft(
  tx: Tx,
  ticketId: FormTicketId,
  { answers, version, savedAt }: FormAnswersDraft,
): Promise<void> {
  await sql`
    update app.form_ticket set answers = ${JSON.stringify(answers)}, answers_version = ${version}, answered_at = ${savedAt}
    where therapist_id = ${tx.actor.id} and id = ${ticketId}`.execute(tx.kysely)
}

/** Returns the actor's draft, or that of the guardian with a ticket. */
export async function findFormDraft(
  tx: Tx,
  id: SentFormId,
  ticketId: FormTicketId | null,
): Promise<FormAnswersDraft | null> {
  if (ticketId) return findTicketDraft(tx, ticketId)
  const { rows } = await sql<FormAnswersDraft>`
    select answers, version, saved_at as "savedAt" from app.form_answer where account_id = ${tx.actor.id} and sent_form_id = ${id}`.execute(
    tx.kysely,
  )
  return rows[0] ?? null
}

/** Stores the actor's draft, or that of a guardian with a ticket. */
export async function saveFormDraft(
  tx: Tx,
  { id, therapistId, ticketId }: { id: SentFormId; therapistId: TherapistId; ticketId: FormTicketId | null },
  draft: FormAnswersDraft,
): Promise<void> {
  if (ticketId) return saveTicketDraft(tx, ticketId, draft)
  const { answers, version, savedAt } = draft
  await sql`
    insert into app.form_answer (account_id, therapist_id, sent_form_id, answers, version, saved_at)
    values (${tx.actor.id}, ${therapistId}, ${id}, ${JSON.stringify(answers)}, ${version}, ${savedAt})
    on conflict (account_id, sent_form_id) do update set answers = excluded.answers, version = excluded.version, saved_at = excluded.saved_at`.execute(
    tx.kysely,
  )
}
