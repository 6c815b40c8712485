import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'

/** Whether the request that an email is about is still open. */
const read = readSubject<{ isOpen: boolean }>({
  subject: async (tx, mail) => {
    const { rows } = await sql<{ isOpen: boolean }>`
      select r.answered_at is null and r.cancelled_at is null as "isOpen" from app.document_request r where r.id = ${mail.subject_id}`.execute(
      tx.kysely,
    )
    return rows[0]
  },
  isStillTrue: ({ isOpen }) => isOpen,
})

export const documentEmails = {
  'document-asked': { path: '/dashboard/client/forms', read },
  'document-shared': { path: '/dashboard/client/forms' },
  'document-added': { path: '/dashboard/therapist/clients' },
} as const satisfies Partial<Record<MailKind, EmailKind>>
