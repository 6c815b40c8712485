import type { InvoiceKind } from '@attune/contract/features/invoice.rules'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notify } from '../notification/notification.ts'

const kindOf = { invoice: 'invoice-issued', 'credit-note': 'credit-note-issued' } as const

/**
 * Notifies the client of an invoice or credit note that the acting therapist has issued. Does nothing if the client has
 * no account or is no longer connected. The notification contains neither amount nor service.
 */
export async function notifyOfIssue(tx: Tx, invoiceId: string): Promise<void> {
  const { rows } = await sql<{ account: string; kind: InvoiceKind; name: string }>`
    select l.account_id as account, i.kind, trim(p.first_name || ' ' || p.last_name) as name
    from app.invoice_client l join app.invoice i on i.therapist_id = l.therapist_id and i.id = l.invoice_id
      join app.profile p on p.account_id = l.therapist_id
    where l.invoice_id = ${invoiceId} and l.account_id = any (def.my_people())`.execute(tx.kysely)
  for (const { account, kind, name } of rows)
    await notify(tx, {
      to: account,
      type: kindOf[kind],
      params: { name },
      about: { type: 'invoice', id: invoiceId },
      email: { actingFor: tx.actor.id as string },
    })
}
