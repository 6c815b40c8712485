import type { InvoiceKind } from '@attune/contract/features/invoice.rules'
import type { NotificationKind } from '@attune/contract/features/notification'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notify } from '../notification/notification.ts'

const kindOf = { invoice: 'invoice-issued', 'credit-note': 'credit-note-issued' } as const

/**
 * Notifies the client of an invoice or credit note that the acting therapist has issued. Does nothing if the client has
 * no account or is no longer connected. The notification contains neither amount nor service.
 */
export const notifyOfIssue = (tx: Tx, invoiceId: string): Promise<void> =>
  notifyClient(tx, invoiceId, ({ kind }) => kindOf[kind])

/** Notifies the client of a payment reminder, under the same conditions as of the invoice. */
export const notifyOfReminder = (tx: Tx, invoiceId: string): Promise<void> =>
  notifyClient(tx, invoiceId, () => 'payment-reminder')

type Concerned = { account: string; kind: InvoiceKind; name: string }

async function notifyClient(
  tx: Tx,
  invoiceId: string,
  typeOf: (concerned: Concerned) => NotificationKind,
): Promise<void> {
  const { rows } = await sql<Concerned>`
    select l.account_id as account, i.kind, trim(p.first_name || ' ' || p.last_name) as name
    from app.invoice_client l join app.invoice i on i.therapist_id = l.therapist_id and i.id = l.invoice_id
      join app.profile p on p.account_id = l.therapist_id
    where l.invoice_id = ${invoiceId} and l.account_id = any (def.my_people())`.execute(tx.kysely)
  for (const row of rows)
    await notify(tx, {
      to: row.account,
      type: typeOf(row),
      params: { name: row.name },
      about: { type: 'invoice', id: invoiceId },
      email: { actingFor: tx.actor.id as string },
    })
}
