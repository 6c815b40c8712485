import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'

/** Whether an email is about the latest estimate of its client. A newer estimate has its own email. */
const read = readSubject<{ isLatest: boolean }>({
  subject: async (tx, mail) => {
    const { rows } = await sql<{ isLatest: boolean }>`
      select not exists (select from app.estimate n where n.therapist_id = e.therapist_id and n.client_id = e.client_id
        and n.number > e.number) as "isLatest"
      from app.estimate e where e.id = ${mail.subject_id}`.execute(tx.kysely)
    return rows[0]
  },
  isStillTrue: ({ isLatest }) => isLatest,
})

export const estimateEmails = {
  'estimate-given': { path: '/dashboard/client/payments', read },
} as const satisfies Partial<Record<MailKind, EmailKind>>
