import type { AccountId } from '@attune/contract/common/ids'
import type { Auth } from '../auth.ts'

const invitationMilliseconds = 7 * 24 * 60 * 60 * 1000

/** The email that invites a person to the account that an admin has created. */
type InvitationMail = { account_id: AccountId | null; generation: number; created_at: string }

/**
 * Makes the link with which an invited person sets a password. The link is valid for seven days after the email was queued. Returns null once the
 * person has confirmed the address, or if `now` is given and the link has expired.
 */
export async function accountInvitationLink(auth: Auth, mail: InvitationMail, now?: Date): Promise<string | null> {
  const person = await auth.userById(mail.account_id ?? '')
  if (!person || person.emailVerified) return null
  const expiresAt = new Date(Date.parse(mail.created_at) + invitationMilliseconds)
  if (now && expiresAt <= now) return null
  return auth.linkFor('reset', person.id, mail.generation, { expiresAt })
}
