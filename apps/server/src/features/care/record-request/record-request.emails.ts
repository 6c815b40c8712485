import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'

/** Whether the request that an email to the therapist is about is still open. */
const read = readSubject<{ isOpen: boolean }>({
  subject: async (tx, mail) => {
    const { rows } = await sql<{ isOpen: boolean }>`
      select r.state = 'open' as "isOpen" from app.record_request r where r.id = ${mail.subject_id}`.execute(tx.kysely)
    return rows[0]
  },
  isStillTrue: ({ isOpen }) => isOpen,
})

export const recordRequestEmails = {
  'copy-asked': { path: '/dashboard/therapist', read },
  'copy-due': { path: '/dashboard/therapist', read },
  'copy-answered': {
    path: '/dashboard/client/settings',
    read: async () => ({ path: '/dashboard/client/settings/own-data' }),
  },
} as const satisfies Partial<Record<MailKind, EmailKind>>
