import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'
import { payerEmails } from './links/emails.ts'
import { fullyCreditedSql, openSql } from './invoice.rows.ts'

type IssuedInvoice = { isCredited: boolean; isOpen: boolean; isHidden: boolean }

/**
 * Reads whether the invoice of an email was fully credited, whether it has an open amount, and whether it is hidden from the guardian who gets the
 * email.
 */
async function findInvoiceOfMail(tx: Tx, mail: QueuedMail): Promise<IssuedInvoice | undefined> {
  const { rows } = await sql<IssuedInvoice>`
    select ${fullyCreditedSql} as "isCredited", ${openSql} > 0 as "isOpen",
      ${mail.guarded_client_id}::uuid is not null and not exists (select from def.guardians_told_of_invoice(i.id) g
        where g.account_id = ${mail.account_id} and g.client_id = ${mail.guarded_client_id}) as "isHidden"
    from app.invoice i where i.id = ${mail.subject_id} and i.status = 'issued'`.execute(tx.kysely)
  return rows[0]
}

const pathOf = (_invoice: IssuedInvoice, { guarded_client_id: guarded, subject_id }: QueuedMail) =>
  guarded ? `/for/${guarded}/invoices/${subject_id}` : undefined
const read = readSubject<IssuedInvoice>({
  subject: findInvoiceOfMail,
  isStillTrue: ({ isCredited, isHidden }) => !isCredited && !isHidden,
  path: pathOf,
})
const readReminder = readSubject<IssuedInvoice>({
  subject: findInvoiceOfMail,
  isStillTrue: ({ isOpen, isHidden }) => isOpen && !isHidden,
  path: pathOf,
})

export const invoiceEmails = {
  'invoice-issued': { path: '/dashboard/client/payments', read },
  'credit-note-issued': { path: '/dashboard/client/payments', read },
  'payment-reminder': { path: '/dashboard/client/payments', endsWithTherapist: true, read: readReminder },
  ...payerEmails,
} as const satisfies Partial<Record<MailKind, EmailKind>>
