import type { Tx } from '../database/actor.ts'
import type { QueuedMail } from './outbox.ts'

/** Whether the journal entry is still shared with the recipient, or still has a reply for them. */
export async function isEntryMailCurrent(tx: Tx, mail: QueuedMail): Promise<boolean> {
  const { rows } = await tx.run(
    mail.kind === 'entry-shared'
      ? 'select from app.journal_share where entry_id = $1 and therapist_id = $2'
      : 'select from app.journal_reply where entry_id = $1 and account_id = $2',
    [mail.subject_id, mail.acting_for],
  )
  return rows.length > 0
}
