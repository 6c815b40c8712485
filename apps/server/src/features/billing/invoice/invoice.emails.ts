import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'
import { payerEmails } from './links/emails.ts'
import { fullyCreditedSql, openSql } from './invoice.rows.ts'

type IssuedInvoice = { isCredited: boolean; isOpen: boolean }

/** Reads whether the invoice of an email was fully credited, and whether it has an open amount. */
async function findInvoiceOfMail(tx: Tx, mail: QueuedMail): Promise<IssuedInvoice | undefined> {
  const { rows } = await sql<IssuedInvoice>`
    select ${fullyCreditedSql} as "isCredited", ${openSql} > 0 as "isOpen"
    from app.invoice i where i.id = ${mail.subject_id} and i.status = 'issued'`.execute(tx.kysely)
  return rows[0]
}

const read = readSubject<IssuedInvoice>({ subject: findInvoiceOfMail, isStillTrue: ({ isCredited }) => !isCredited })
const readReminder = readSubject<IssuedInvoice>({ subject: findInvoiceOfMail, isStillTrue: ({ isOpen }) => isOpen })

export const invoiceEmails = {
  'invoice-issued': { path: '/dashboard/client/payments', read },
  'credit-note-issued': { path: '/dashboard/client/payments', read },
  'payment-reminder': { path: '/dashboard/client/payments', endsWithTherapist: true, read: readReminder },
  ...payerEmails,
} as const satisfies Partial<Record<MailKind, EmailKind>>
