import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import type { Tx } from '../../../platform/database/actor.ts'
import type { EmailKind } from '../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'
import { formatDayInZone } from '../../../platform/text/translations.ts'
import { readInvitedPersonWith } from '../../../platform/mail/invited-person.ts'
import { findZoneOfInviter } from '../connection/connection.ts'

/** Returns the invitation that an email belongs to. Returns null if it was accepted, has ended or was sent again since. */
async function findInvitationOfMail(tx: Tx, mail: QueuedMail) {
  const invited = await tx.kysely
    .selectFrom('guardian')
    .select(['id', 'email', 'language', 'generation', 'expires_at', 'accepted_at', 'ended_at'])
    .where('id', '=', mail.subject_id ?? '')
    .executeTakeFirst()
  const zone = await findZoneOfInviter(tx, mail)
  if (!invited || !zone || invited.generation !== mail.generation) return null
  return invited.accepted_at || invited.ended_at ? null : { ...invited, zone }
}

const readInvitation: EmailKind['read'] = async (tx, mail, { auth, reader }) => {
  const invited = await findInvitationOfMail(tx, mail)
  if (!invited) return null
  const { id, generation, email, expires_at } = invited
  const link = await auth.linkFor('guardian', id, generation, { email, expiresAt: new Date(expires_at) })
  return { link, words: { until: formatDayInZone(expires_at, reader.language, reader.zone) } }
}

/**
 * Returns the first name of the client about whom a guardian gets an email. Returns null if the recipient is no longer a guardian of the client, or
 * if the rights pause.
 */
export async function readGuardedName(tx: Tx, mail: QueuedMail): Promise<string | null> {
  const { rows } = await tx.run<{ name: string | null }>(
    `select case when $3::uuid is not null then def.guarded_first_name($1, $3) else (
       select c.first_name from app.contact_email g join app.client_name c on c.therapist_id = g.therapist_id and c.id = g.client_id
       where g.id = $2 and g.is_guardian) end as name`,
    [mail.account_id, mail.contact_id, mail.guarded_client_id],
  )
  return rows[0]?.name ?? null
}

export const guardianEmails = {
  'guardian-invitation': {
    path: '/',
    endsWithTherapist: true,
    readReader: readInvitedPersonWith(findInvitationOfMail),
    read: readInvitation,
  },
  'guardian-joined': { path: '/dashboard' },
  'guardian-rights': { path: '/dashboard/client/therapists' },
  'guardian-ending': { path: '/dashboard' },
  'guardian-paused': { path: '/dashboard' },
  'guardian-resumed': { path: '/dashboard' },
} as const satisfies Partial<Record<MailKind, EmailKind>>
