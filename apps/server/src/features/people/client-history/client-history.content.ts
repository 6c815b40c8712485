import type { ClientId } from '@attune/contract/common/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { hasInvoicesSql } from '../../billing/invoice/invoice.ts'
import { hasEstimatesSql } from '../../billing/estimate/estimate.ts'
import { hasDocumentsSql } from '../../care/document/document.ts'
import { hasSignedFormsSql } from '../../care/form/form.ts'
import { hasTextConsentSql } from '../../messages/consent/consent.ts'
import { hasAssistantConsentSql } from '../../assistant/assistant-consent/assistant-consent.ts'
import { hasJournalCommentsSql } from '../../care/journal/journal.ts'
import { hasRecordCopiesSql } from '../../care/record-copy/record-copy.ts'
import { hasRecordRequestsSql } from '../../care/record-request/record-request.ts'
import { hasRecordHoldsSql } from '../../care/record-retention/record-retention.ts'
import { hasTasksSql } from '../../care/task/task.ts'
import { hasTreatmentPlanSql } from '../../care/treatment-plan/treatment-plan.ts'

/**
 * SQL condition that is true if a client record has content that must not be lost. Such content is a session, a message, a task, a copy from a
 * backup, a request for a copy of the record, a legal hold, a treatment plan, a diagnosis, an invoice, an estimate, a draft of an estimate, a request
 * for an estimate, a signed form, a document, a consent to texts or to the assistant, a non-empty note or a comment on a journal entry. `of` is the
 * alias of `app.client` or `app.client_name`.
 */
export const recordHasContentSql = (of: RawBuilder<unknown>) => sql`
  (exists (select from app.session_client sc where sc.therapist_id = ${of}.therapist_id and sc.client_id = ${of}.id)
    or exists (select from app.message m where m.therapist_id = ${of}.therapist_id and m.client_id = ${of}.id)
    or ${hasInvoicesSql(of)}
    or ${hasEstimatesSql(of)}
    or ${hasDocumentsSql(of)}
    or ${hasSignedFormsSql(of)}
    or ${hasTextConsentSql(of)}
    or ${hasAssistantConsentSql(of)}
    or ${hasJournalCommentsSql(of)}
    or ${hasTasksSql(of)}
    or ${hasRecordCopiesSql(of)}
    or ${hasRecordRequestsSql(of)}
    or ${hasRecordHoldsSql(of)}
    or ${hasTreatmentPlanSql(of)}
    or exists (select from app.client_note n where n.therapist_id = ${of}.therapist_id and n.client_id = ${of}.id and n.text <> ''))`

/**
 * Returns whether a client record of the acting therapist has content that must not be lost. Also returns true if the therapist has no such record.
 */
export async function hasRecordContent(tx: Tx, id: ClientId): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`
    select ${recordHasContentSql(sql`c`)} as full from app.client_name c where c.therapist_id = ${tx.actor.id} and c.id = ${id}`.execute(
    tx.kysely,
  )
  return rows[0]?.full ?? true
}
