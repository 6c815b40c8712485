import type { FormTicketId } from '@attune/contract/common/ids'
import type { FormAnswers } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

/** The answers to a form that is not signed yet. */
export type FormDraft = { answers: FormAnswers; version: number; savedAt: string }

/** Returns what a guardian with a ticket is filling in; null before the first save. */
export async function findTicketDraft(tx: Tx, ticketId: FormTicketId): Promise<FormDraft | null> {
  const { rows } = await sql<FormDraft>`
    select t.answers, t.answers_version as version, t.answered_at as "savedAt" from app.form_ticket t
    where t.therapist_id = ${tx.actor.id} and t.id = ${ticketId} and t.answers is not null`.execute(tx.kysely)
  return rows[0] ?? null
}

/** Stores what a guardian with a ticket is filling in. */
export async function saveTicketDraft(
  tx: Tx,
  ticketId: FormTicketId,
  { answers, version, savedAt }: FormDraft,
): Promise<void> {
  await sql`
    update app.form_ticket set answers = ${JSON.stringify(answers)}, answers_version = ${version}, answered_at = ${savedAt}
    where therapist_id = ${tx.actor.id} and id = ${ticketId}`.execute(tx.kysely)
}
