import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import type { Tx } from '../../../platform/database/actor.ts'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'

/** Returns whether the email still applies: the entry is still shared with the therapist, or still has a reply for its author. */
async function isEntryMailCurrent(tx: Tx, mail: QueuedMail): Promise<boolean> {
  const { rows } = await tx.run(
    mail.kind === 'entry-shared'
      ? 'select from app.journal_share where entry_id = $1 and therapist_id = $2'
      : 'select from app.journal_reply where entry_id = $1 and account_id = $2',
    [mail.subject_id, mail.acting_for],
  )
  return rows.length > 0
}

const read = readSubject<boolean>({ subject: isEntryMailCurrent, isStillTrue: (isCurrent) => isCurrent })

export const journalEmails = {
  'entry-shared': { path: '/dashboard/therapist/journals', read },
  'entry-replied': { path: '/dashboard/client/journal', read },
} as const satisfies Partial<Record<MailKind, EmailKind>>
