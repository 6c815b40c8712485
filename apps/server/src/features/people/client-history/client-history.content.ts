import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'

/**
 * SQL condition that is true if a client record has content that must not be lost. Such content is a session, a message, a
 * task, a treatment plan, a diagnosis, an invoice, an estimate, its draft or a request for one, a signed form, a document, a consent to texts or to the assistant, a non-empty note or a comment on a journal entry. `of`
 * is the alias of the table `client`.
 */
export const recordHasContentSql = (of: RawBuilder<unknown>) => sql`
  (exists (select from app.session_client sc where sc.therapist_id = ${of}.therapist_id and sc.client_id = ${of}.id)
    or exists (select from app.journal_comment j where j.therapist_id = ${of}.therapist_id and j.client_id = ${of}.id)
    or exists (select from app.message m where m.therapist_id = ${of}.therapist_id and m.client_id = ${of}.id)
    or exists (select from app.text_consent x where x.therapist_id = ${of}.therapist_id and x.client_id = ${of}.id)
    or exists (select from app.assistant_consent a where a.therapist_id = ${of}.therapist_id and a.client_id = ${of}.id)
    or exists (select from app.invoice i where i.therapist_id = ${of}.therapist_id and i.client_id = ${of}.id)
    or exists (select from app.estimate e where e.therapist_id = ${of}.therapist_id and e.client_id = ${of}.id)
    or exists (select from app.estimate_draft d where d.therapist_id = ${of}.therapist_id and d.client_id = ${of}.id)
    or exists (select from app.estimate_request r where r.therapist_id = ${of}.therapist_id and r.client_id = ${of}.id)
    or exists (select from app.treatment_plan_version v where v.therapist_id = ${of}.therapist_id and v.client_id = ${of}.id)
    or exists (select from app.diagnosis g where g.therapist_id = ${of}.therapist_id and g.client_id = ${of}.id)
    or exists (select from app.sent_form f where f.therapist_id = ${of}.therapist_id and f.client_id = ${of}.id and f.signed_at is not null)
    or exists (select from app.document d where d.therapist_id = ${of}.therapist_id and d.client_id = ${of}.id)
    or exists (select from app.task k where k.therapist_id = ${of}.therapist_id and k.client_id = ${of}.id)
    or exists (select from app.client_note n where n.therapist_id = ${of}.therapist_id and n.client_id = ${of}.id and n.text <> ''))`

/** Returns whether a client record of the acting therapist has content that must not be lost. */
export async function hasRecordContent(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`
    select ${recordHasContentSql(sql`c`)} as full from app.client c where c.therapist_id = ${tx.actor.id} and c.id = ${id}`.execute(
    tx.kysely,
  )
  return rows[0]?.full ?? true
}
