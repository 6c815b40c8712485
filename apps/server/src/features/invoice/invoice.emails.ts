import type { MailKind } from '@attune/contract/features/notification'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { type EmailKind, readSubject } from '../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../platform/mail/outbox.ts'

type IssuedInvoice = { isCredited: boolean }

/** Reads whether the issued invoice of an email has been credited as a whole. */
async function invoiceOfMail(tx: Tx, mail: QueuedMail): Promise<IssuedInvoice | undefined> {
  const { rows } = await sql<IssuedInvoice>`
    select exists (select from app.invoice n where n.therapist_id = i.therapist_id and n.corrects_id = i.id and n.status = 'issued'
      having sum(n.gross_minor) >= i.gross_minor) as "isCredited"
    from app.invoice i where i.id = ${mail.subject_id} and i.status = 'issued'`.execute(tx.kysely)
  return rows[0]
}

const read = readSubject<IssuedInvoice>({ subject: invoiceOfMail, isStillTrue: ({ isCredited }) => !isCredited })

export const invoiceEmails = {
  'invoice-issued': { path: '/dashboard/client/payments', read },
  'credit-note-issued': { path: '/dashboard/client/payments', read },
} as const satisfies Partial<Record<MailKind, EmailKind>>
