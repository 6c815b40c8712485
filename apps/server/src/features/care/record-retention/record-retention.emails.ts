import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'
import { countOpenEndings } from './endings/list.ts'

/** Whether the hold that an email is about still ends soon: the therapist has neither ended nor renewed it. */
const read = readSubject<{ isEnding: boolean }>({
  subject: async (tx, mail) => {
    const { rows } = await sql<{ isEnding: boolean }>`
      select h.ended_at is null and h.reminded_at is not null as "isEnding" from app.record_hold h where h.id = ${mail.subject_id}`.execute(
      tx.kysely,
    )
    return rows[0]
  },
  isStillTrue: ({ isEnding }) => isEnding,
})

const endingsPath = '/dashboard/therapist/clients/retention'

/** The number of records on the therapist's list that are neither confirmed nor held. */
const readEndings = readSubject<{ count: number }>({
  subject: async (tx, mail) => ({ count: await countOpenEndings(tx, mail.acting_for) }),
  isStillTrue: ({ count }) => count > 0,
  words: ({ count }) => ({ count: String(count) }),
})

export const recordRetentionEmails = {
  'hold-ending': { path: '/dashboard/therapist', read },
  'records-ending': { path: endingsPath, read: readEndings },
  'records-due': { path: endingsPath, read: readEndings },
  'closed-records-ending': {
    path: '/dashboard/admin/settings',
    read: async () => ({ path: '/dashboard/admin/settings/privacy' }),
  },
} as const satisfies Partial<Record<MailKind, EmailKind>>
