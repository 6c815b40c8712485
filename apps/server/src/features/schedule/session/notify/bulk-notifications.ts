import type { ClientId, SessionId, TherapistId } from '@attune/contract/common/ids'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { GuardianKind } from '@attune/contract/features/messages/notification/notification.mail-kinds'
import { queueGuardianMails, notify } from '../../../messages/notification/notification.ts'
import { readTherapistName } from '../../../people/profile/profile.ts'
import { undoWindowSeconds, readActingClientName } from './notifications.ts'

type BulkNotificationType =
  | `series-${'planned' | 'changed' | 'cancelled' | 'accepted'}`
  | `sessions-${'moved' | 'cancelled'}`

/**
 * Maps each notification type to the kind of email that guardians get. Guardians get no email for types without an
 * entry.
 */
const guardianKinds: Partial<Record<BulkNotificationType, GuardianKind>> = {
  'series-planned': 'guardian-series-planned',
  'series-changed': 'guardian-series-changed',
  'series-cancelled': 'guardian-series-cancelled',
  'sessions-moved': 'guardian-series-changed',
  'sessions-cancelled': 'guardian-series-cancelled',
}

type Recipient = { id: ClientId; account: string | null; count: number; first: string; startsAt: string }

/**
 * Notifies participants about one bulk command of the therapist on many sessions. Each client gets one notification in
 * the app and one email. The guardians of a client without an account get an email instead. Call this function after
 * the sessions and the history rows of the command (`act`) are written, because the email describes these rows.
 * @param delaySeconds how long the emails wait; null sends no emails
 * @param only the one client to notify; null for all participants
 */
export async function notifyOfBulkCommand(
  tx: Tx,
  type: BulkNotificationType,
  act: string,
  sessionIds: SessionId[],
  delaySeconds: number | null = type === 'series-planned' ? 0 : undoWindowSeconds,
  only: ClientId | null = null,
): Promise<void> {
  if (!sessionIds.length) return
  const actingFor = tx.actor.id
  const [{ rows }, name] = await Promise.all([
    tx.run<Recipient>(
      `select c.id, c.account_id as account, count(*)::int as count, min(s.starts_at) as "startsAt",
         (array_agg(s.id order by s.starts_at))[1] as first
       from app.session s join app.session_client sc on sc.therapist_id = s.therapist_id and sc.session_id = s.id
         join app.client_state c on c.id = sc.client_id
       where s.therapist_id = $1 and s.id = any ($2::uuid[]) and sc.answer <> 'declined' and c.status <> 'inactive'
         and ($3::uuid is null or c.id = $3)
       group by c.id, c.account_id order by c.id`,
      [actingFor, sessionIds, only],
    ),
    readTherapistName(tx),
  ])
  for (const { id, account, count, first, startsAt } of rows) {
    if (account) {
      await notify(tx, {
        to: account,
        type,
        params: { name, startsAt, count },
        about: { type: 'session', id: first },
        email: delaySeconds === null ? null : { actingFor, subject: act, delaySeconds },
      })
      continue
    }
    const guardianKind = guardianKinds[type]
    if (!guardianKind || delaySeconds === null) continue
    await queueGuardianMails(tx, { client: id, kind: guardianKind, subject: act, generation: 0, delaySeconds })
  }
}

/**
 * Notifies the therapist once about one command of the acting client on many sessions. The email describes the history
 * rows of the command (`act`).
 */
export async function notifyTherapistOfBulkCommand(
  tx: Tx,
  kind: 'series-accepted',
  act: string,
  sessions: { therapistId: TherapistId; first: { id: SessionId; startsAt: string }; count: number },
): Promise<void> {
  const { therapistId, first, count } = sessions
  await notify(tx, {
    to: therapistId,
    type: kind,
    params: { name: await readActingClientName(tx, first.id), startsAt: first.startsAt, count },
    about: { type: 'session', id: first.id },
    email: { subject: act },
  })
}
