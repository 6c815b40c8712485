import type { Tx } from '../database/actor.ts'
import { languageFrom } from '../text/translations.ts'
import type { EmailKind } from './email-kind.ts'
import type { QueuedMail } from './outbox.ts'

/** The invitation or link that an email belongs to: the address, the language, and the zone of the therapist who sends it. */
type MailedInvitation = { email: string; language: string; zone: string }

/** Returns the reader of an email to an invited person, who has no account: the address, language and zone of the invitation that `find` finds. */
export const readInvitedPersonWith =
  (find: (tx: Tx, mail: QueuedMail) => Promise<MailedInvitation | null>): NonNullable<EmailKind['readReader']> =>
  async (tx, mail) => {
    const invitation = await find(tx, mail)
    if (!invitation) return null
    const { email, language, zone } = invitation
    return { email, name: '', language: languageFrom(language), zone }
  }
