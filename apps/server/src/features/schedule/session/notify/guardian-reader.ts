import type { ReadReader } from '../../../../platform/mail/email-kind.ts'
import { languageFrom } from '../../../../platform/text/translations.ts'

/**
 * Returns a guardian as the recipient of an email, with the client’s language and the therapist’s time zone. Returns
 * null if the guardian has no email address or if the client has an account.
 */
export const readGuardian: ReadReader = async (tx, mail) => {
  const { rows } = await tx.run<{ email: string; language: string; zone: string }>(
    `select g.email, c.language, t.zone from app.contact_email g
       join app.client_state c on c.therapist_id = g.therapist_id and c.id = g.client_id join app.person t on t.account_id = g.therapist_id
     where g.id = $1 and g.is_guardian and g.email is not null and c.account_id is null`,
    [mail.contact_id],
  )
  const row = rows[0]
  return row ? { email: row.email, name: '', language: languageFrom(row.language), zone: row.zone } : null
}
