import type { ClientId, InvoiceId, SessionId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

/** Returns the issued invoices and credit notes of the acting therapist's clients `clientIds` that have a line of a session, oldest first. */
export async function listInvoicesOfSession(
  tx: Tx,
  { sessionId, clientIds }: { sessionId: SessionId; clientIds: readonly ClientId[] },
): Promise<{ id: InvoiceId; number: string }[]> {
  const { rows } = await sql<{ id: InvoiceId; number: string }>`
    select i.id, i.number_text as number from app.invoice i
    where i.therapist_id = ${tx.actor.id} and i.status = 'issued' and i.client_id = any (${clientIds}::uuid[])
      and exists (select from app.invoice_line l where l.therapist_id = i.therapist_id and l.invoice_id = i.id and l.session_id = ${sessionId})
    order by i.issued_at, i.id`.execute(tx.kysely)
  return rows
}

/** Returns the ids of an invoice of the acting therapist and of its credit notes. */
export async function listWithCreditNotes(tx: Tx, id: InvoiceId): Promise<InvoiceId[]> {
  const { rows } = await sql<{ id: InvoiceId }>`
    select i.id from app.invoice i where i.therapist_id = ${tx.actor.id} and ${id}::uuid in (i.id, i.corrects_id)`.execute(
    tx.kysely,
  )
  return rows.map((row) => row.id)
}
