import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'

/** Whether an email is about a form that is still open. */
const read = readSubject<{ isOpen: boolean }>({
  subject: async (tx, mail) => {
    const { rows } = await sql<{ isOpen: boolean }>`
      select s.signed_at is null and s.cancelled_at is null as "isOpen" from app.sent_form s where s.id = ${mail.subject_id}`.execute(
      tx.kysely,
    )
    return rows[0]
  },
  isStillTrue: ({ isOpen }) => isOpen,
})

export const formEmails = {
  'form-sent': { path: '/dashboard/client/forms', read },
  'form-due': { path: '/dashboard/client/forms', read, isReminder: true },
  'form-signed': { path: '/dashboard/therapist/clients' },
  'form-flagged': { path: '/dashboard/therapist' },
  'consent-withdrawn': { path: '/dashboard/therapist/clients' },
} as const satisfies Partial<Record<MailKind, EmailKind>>
