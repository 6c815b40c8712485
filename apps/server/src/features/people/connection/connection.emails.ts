import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import type { Tx } from '../../../platform/database/actor.ts'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'
import { formatDateTimeInZone, formatDayInZone, translate } from '../../../platform/text/translations.ts'
import {
  calendarFileOfSession,
  type MailedSession,
  listSessionsCancelledByDisconnect,
} from '../../schedule/session/session.ts'
import { findZoneOfInviter } from './connection.invitation.ts'
import { readInvitedPersonWith } from '../../../platform/mail/invited-person.ts'

type EndedConnection = { sessions: MailedSession[]; reader: 'client' | 'therapist' }

/** Reads the sessions that a disconnect cancelled. Client and therapist each learn what they keep. */
const readDisconnect = readSubject<EndedConnection>({
  subject: async (tx, mail) => {
    const sessions = await listSessionsCancelledByDisconnect(tx, mail.subject_id ?? '')
    return sessions && { sessions, reader: mail.account_id === mail.acting_for ? 'therapist' : 'client' }
  },
  words: ({ sessions, reader }, { language, zone }, kind) => {
    const days = sessions.map(({ startsAt }) => formatDateTimeInZone(startsAt, language, zone))
    const dates = days.length ? translate(language, `mail.${kind}.cancelled`, { dates: days.join('; ') }) : ''
    return {
      kept: translate(language, `mail.${kind}.kept.${reader}`),
      dates: dates || translate(language, `mail.${kind}.nothing`),
    }
  },
  calendar: ({ sessions }, heading) => sessions.map((session) => calendarFileOfSession(session, heading)),
})

/**
 * Returns the invitation that an email belongs to, with the zone of its therapist. Returns null if the invitation was accepted,
 * revoked or sent again since.
 */
async function findInvitationOfMail(tx: Tx, mail: QueuedMail) {
  const invitation = await tx.kysely
    .selectFrom('invitation')
    .select(['id', 'email', 'language', 'generation', 'state', 'expires_at'])
    .where('id', '=', mail.subject_id ?? '')
    .executeTakeFirst()
  const zone = await findZoneOfInviter(tx, mail)
  if (!invitation || !zone || invitation.generation !== mail.generation || invitation.state === 'accepted') return null
  return { ...invitation, zone }
}

const readInvitation: EmailKind['read'] = async (tx, mail, { auth, reader }) => {
  const invitation = await findInvitationOfMail(tx, mail)
  if (!invitation) return null
  const { id, generation, expires_at } = invitation
  const secrets = await auth.invitationSecrets(id, generation, {
    email: invitation.email,
    expiresAt: new Date(expires_at),
  })
  return {
    ...secrets,
    words: { until: formatDayInZone(expires_at, reader.language, reader.zone) },
  }
}

export const connectionEmails = {
  invitation: {
    path: '/',
    endsWithTherapist: true,
    readReader: readInvitedPersonWith(findInvitationOfMail),
    read: readInvitation,
  },
  'client-joined': { path: '/dashboard' },
  'therapist-connected': { path: '/dashboard' },
  'connection-ended': { path: '/dashboard', read: readDisconnect },
  'connection-undone': { path: '/dashboard' },
} as const satisfies Partial<Record<MailKind, EmailKind>>
