import type { Tx } from '../database/actor.ts'
import type { MailKind } from '@attune/contract/features/notification'
import type { QueuedMail } from './outbox.ts'

/** A session as the recipient of an email about it sees it. */
export type MailedSession = {
  id: string
  startsAt: string
  endsAt: string
  status: string
  sequence: number
  format: string
  location: string
  videoUrl: string | null
  /** The recipient's own answer; null for the therapist. */
  answer: string | null
}

/** Kinds that are sent only while the session is active. */
const requiresActiveSession = new Set<MailKind>([
  'session-planned',
  'session-moved',
  'session-confirmed',
  'session-countered',
  'session-edited',
  'session-reminder',
  'change-declined',
  'change-countered',
  'change-withdrawn',
  'counter-accepted',
  'counter-declined',
  'guardian-planned',
  'guardian-moved',
  'guardian-edited',
  'guardian-reminder',
])
const reminderKinds = new Set<MailKind>(['session-reminder', 'guardian-reminder'])
export const activeSessionStatuses = new Set<string>(['scheduled', 'confirmed', 'rescheduled'])

const columns =
  's.id, s.starts_at as "startsAt", s.ends_at as "endsAt", s.status, s.sequence, s.format, s.location, s.video_url as "videoUrl"'

/** The session that an email is about, as its recipient sees it; a guardian sees it like the client. */
export async function sessionOfMail(tx: Tx, mail: QueuedMail): Promise<MailedSession | undefined> {
  const { rows } = await tx.run<MailedSession>(
    `select ${columns},
       (select sc.answer from app.session_client sc join app.client c on c.id = sc.client_id
        where sc.session_id = s.id and (c.account_id = $2 or c.id = (select g.client_id from app.client_contact g where g.id = $3)) limit 1) as answer
     from app.session s where s.id = $1`,
    [mail.subject_id, mail.account_id, mail.contact_id],
  )
  return rows[0]
}

/** The sessions that a disconnect cancelled; null if client and therapist are connected again. */
export async function sessionsCancelledByDisconnect(tx: Tx, clientId: string): Promise<MailedSession[] | null> {
  const [record, sessions] = await Promise.all([
    tx.run('select from app.client where id = $1 and disconnected_at is not null', [clientId]),
    tx.run<MailedSession>(
      `select ${columns}, sc.answer
       from app.client c join app.session_client sc on sc.client_id = c.id join app.session s on s.id = sc.session_id
       where c.id = $1 and s.status = 'cancelled' and s.updated_at = c.disconnected_at order by s.starts_at`,
      [clientId],
    ),
  ])
  return record.rows.length ? sessions.rows : null
}

/** Whether an email must not be sent any more: the session was moved, is no longer active, or (for reminders) has started. */
export function isSessionMailOutdated(kind: MailKind, generation: number, session: MailedSession, now: Date): boolean {
  if (session.sequence !== generation) return true
  if (kind === 'session-requested' && session.status !== 'pending') return true
  if (reminderKinds.has(kind) && Date.parse(session.startsAt) <= now.getTime()) return true
  return requiresActiveSession.has(kind) && !activeSessionStatuses.has(session.status)
}
