import type { ReadReader } from '../../../platform/mail/email-kind.ts'
import { languageFrom } from '../../../platform/text/translations.ts'

/**
 * Returns the account that receives an email; null if there is none. Language and time zone come from the profile, or
 * from the sign-up if the account has no profile.
 */
export const readAccount: ReadReader = async (tx, mail, auth) => {
  const id = mail.account_id
  if (!id) return null
  const [person, profile] = await Promise.all([
    auth.userById(id),
    tx.kysely
      .selectFrom('profile')
      .select(['first_name', 'language', 'zone'])
      .where('account_id', '=', id)
      .executeTakeFirst(),
  ])
  if (!person) return null
  return {
    email: person.email,
    name: profile?.first_name || person.firstName,
    language: languageFrom(profile?.language ?? person.language),
    zone: profile?.zone ?? person.zone ?? 'UTC',
  }
}
