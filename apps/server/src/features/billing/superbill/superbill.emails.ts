import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'

type MailedSuperbill = { isValid: boolean }

/** Reads whether the superbill of an email is still valid. */
async function findSuperbillOfMail(tx: Tx, mail: QueuedMail): Promise<MailedSuperbill | undefined> {
  const { rows } = await sql<MailedSuperbill>`
    select not exists (select from app.superbill_withdrawal w where w.superbill_id = b.id) as "isValid"
    from app.superbill b where b.id = ${mail.subject_id}`.execute(tx.kysely)
  return rows[0]
}

const read = readSubject<MailedSuperbill>({ subject: findSuperbillOfMail, isStillTrue: ({ isValid }) => isValid })

export const superbillEmails = {
  'superbill-made': { path: '/dashboard/client/payments', read },
} as const satisfies Partial<Record<MailKind, EmailKind>>
