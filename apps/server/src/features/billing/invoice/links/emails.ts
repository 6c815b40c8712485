import type { InvoiceId, InvoiceLinkId } from '@attune/contract/common/ids'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import type { PayerMailKind } from '@attune/contract/features/messages/notification/notification.mail-kinds'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { EmailKind } from '../../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../../platform/mail/outbox.ts'
import { formatDayInZone } from '../../../../platform/text/translations.ts'
import { pageTexts } from '../../billing-document/billing-document.ts'
import { isRecipient } from './links.ts'
import { fullyCreditedSql, openSql } from '../invoice.rows.ts'

type MailedLink = {
  id: InvoiceLinkId
  invoiceId: InvoiceId
  email: string
  language: Language
  zone: string
  generation: number
  expiresAt: string
  /** The issued document, whose seller and currency decide how its amount is written. */
  document: Pick<InvoiceDocument, 'language' | 'seller' | 'currency'>
  number: string
  /** The total of the document without the tax that the payer withholds, and its open amount: credit may have paid a part. */
  grossMinor: string
  openMinor: string
  isCredited: boolean
  isOpen: boolean
}

/** Returns the link of an email; null if it was withdrawn or replaced in the meantime. */
async function findLinkOfMail(tx: Tx, mail: QueuedMail): Promise<MailedLink | null> {
  const { rows } = await sql<MailedLink>`
    select l.id, l.invoice_id as "invoiceId", l.email, i.frozen->>'language' as language, t.zone, l.generation, l.expires_at as "expiresAt",
      i.frozen as document, coalesce(i.number_text, '') as number, (i.gross_minor - i.withheld_minor)::text as "grossMinor",
      ${openSql}::text as "openMinor",
      ${fullyCreditedSql} as "isCredited", ${openSql} > 0 as "isOpen"
    from app.invoice_link l join app.invoice i on i.therapist_id = l.therapist_id and i.id = l.invoice_id
      join app.person t on t.account_id = l.therapist_id
    where l.id = ${mail.subject_id} and l.generation = ${mail.generation} and l.withdrawn_at is null`.execute(tx.kysely)
  return rows[0] ?? null
}

const readReader: EmailKind['readReader'] = async (tx, mail) => {
  const link = await findLinkOfMail(tx, mail)
  return link && { email: link.email, name: '', language: link.language, zone: link.zone }
}

/**
 * Reads the link of an email to a payer and makes its token valid. Drops the email if the client has withdrawn the agreement to this payer or the
 * invoice was fully credited. Drops a reminder if nothing is open.
 */
const read: EmailKind['read'] = async (tx, mail, { auth, now, reader }) => {
  const link = await findLinkOfMail(tx, mail)
  if (!link || (mail.kind === 'payer-reminder' ? !link.isOpen : link.isCredited)) return null
  if (!(await isRecipient(tx, link, now))) return null
  return {
    link: await auth.linkFor('invoice', link.id, link.generation, { expiresAt: new Date(link.expiresAt) }),
    words: {
      until: formatDayInZone(link.expiresAt, reader.language, reader.zone),
      number: link.number,
      amount: pageTexts(link.document).money(
        mail.kind !== 'payer-credit-note' && link.isOpen ? link.openMinor : link.grossMinor,
      ),
    },
  }
}

export const payerEmails = {
  'payer-invoice': { path: '/', readReader, read },
  'payer-credit-note': { path: '/', readReader, read },
  'payer-reminder': { path: '/', endsWithTherapist: true, readReader, read },
} as const satisfies Record<PayerMailKind, EmailKind>
