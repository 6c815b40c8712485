import type { DocumentKind, InvoiceKind } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { NotificationKind } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { isDisabledAccount } from '../../../people/profile/profile.ts'
import { notify } from '../../../messages/notification/notification.ts'
import { sendLinks } from './links.ts'

const kindOf = { invoice: 'invoice-issued', 'credit-note': 'credit-note-issued' } as const

/**
 * Notifies the client of the PDF of what the acting therapist has issued and of its reminders, and emails a link to a payer
 * without an account. Nobody is reminded on behalf of a disabled therapist. Does nothing for other documents. The documents exist when the people open them.
 */
export async function announceDocuments(
  tx: Tx,
  { invoiceId, kinds }: { invoiceId: string; kinds: readonly DocumentKind[] },
  now: Date,
): Promise<void> {
  for (const kind of kinds) {
    if (kind === 'pdf') {
      await sendLinks(tx, { invoiceId, occasion: 'issue' }, now)
      await notifyClient(tx, invoiceId, (issued) => ({ type: kindOf[issued] }))
    } else if (isReminder(kind) && !(await isDisabledAccount(tx, tx.actor.id))) {
      const isSentToPayer = await sendLinks(tx, { invoiceId, occasion: kind }, now)
      await notifyClient(tx, invoiceId, () => ({ type: 'payment-reminder', isEmailed: !isSentToPayer }))
    }
  }
}

type ReminderKind = Extract<DocumentKind, `reminder-${number}`>
const isReminder = (kind: DocumentKind): kind is ReminderKind => kind.startsWith('reminder-')

type Notice = { type: NotificationKind; isEmailed?: boolean }

/**
 * Does nothing if the client has no account or is no longer connected. The notification contains neither amount nor
 * service. A reminder that the payer gets by email is not emailed to the client as well.
 */
async function notifyClient(tx: Tx, invoiceId: string, noticeOf: (issued: InvoiceKind) => Notice): Promise<void> {
  const { rows } = await sql<{ account: string; kind: InvoiceKind; name: string }>`
    select l.account_id as account, i.kind, trim(p.first_name || ' ' || p.last_name) as name
    from app.invoice_client l join app.invoice i on i.therapist_id = l.therapist_id and i.id = l.invoice_id
      join app.profile p on p.account_id = l.therapist_id
    where l.invoice_id = ${invoiceId} and l.account_id = any (def.my_people())`.execute(tx.kysely)
  for (const { account, kind, name } of rows) {
    const { type, isEmailed = true } = noticeOf(kind)
    await notify(tx, {
      to: account,
      type,
      params: { name },
      about: { type: 'invoice', id: invoiceId },
      email: isEmailed ? { actingFor: tx.actor.id } : null,
    })
  }
}
