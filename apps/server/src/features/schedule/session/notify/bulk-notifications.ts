import type { AccountId, ClientId, SessionId, TherapistId } from '@attune/contract/common/ids'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { GuardianKind } from '@attune/contract/features/messages/notification/notification.mail-kinds'
import { queueGuardianMails, notify } from '../../../messages/notification/notification.ts'
import { readTherapistName } from '../../../people/profile/profile.ts'
import { undoWindowSeconds, readActingClientName } from './notifications.ts'

type BulkNotificationType =
  | `series-${'planned' | 'changed' | 'cancelled' | 'accepted'}`
  | `sessions-${'moved' | 'cancelled'}`

/** Maps each notification type to the kind of email that guardians without an account get. They get none for types without an entry. */
const guardianKinds: Partial<Record<BulkNotificationType, GuardianKind>> = {
  'series-planned': 'guardian-series-planned',
  'series-changed': 'guardian-series-changed',
  'series-cancelled': 'guardian-series-cancelled',
  'sessions-moved': 'guardian-series-changed',
  'sessions-cancelled': 'guardian-series-cancelled',
}

type Recipient = Omit<Told, 'to' | 'client'> & { id: ClientId; account: AccountId | null }

/**
 * Notifies participants about one bulk command of the therapist on many sessions. Each client with an account gets one notification in the app and
 * one email. Each guardian with an account gets both once for each client. The other guardians of a client without an account get an email. Call this
 * function after the sessions and the history rows of the command (`act`) are written, because the email describes these rows.
 * @param delaySeconds the delay of the emails in seconds; null sends no emails
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
  const email = delaySeconds === null ? null : { actingFor, subject: act, delaySeconds }
  const tell = ({ to, count, first, startsAt, client }: Told) => {
    const params = { name, startsAt, count, ...(client && { actingFor: client }) }
    return notify(tx, { to, type, params, about: { type: 'session', id: first }, email })
  }
  for (const { id, account, ...told } of rows) {
    if (account) {
      await tell({ ...told, to: account })
      continue
    }
    const guardianKind = guardianKinds[type]
    if (!guardianKind || delaySeconds === null) continue
    await queueGuardianMails(tx, { client: id, kind: guardianKind, subject: act, generation: 0, delaySeconds })
  }
  for (const told of await listGuardiansOf(tx, sessionIds, only)) await tell(told)
}

/**
 * A recipient of the notifications about a command, with the number of sessions that concern them, the first of these sessions and its start, and the
 * client for whom a guardian acts.
 */
type Told = { to: AccountId; count: number; first: SessionId; startsAt: string; client?: ClientId }

/** Returns the guardians with an account who see some of these sessions, once for each client. */
async function listGuardiansOf(tx: Tx, sessionIds: SessionId[], only: ClientId | null): Promise<Told[]> {
  const { rows } = await tx.run<Told>(
    `select account_id as "to", client_id as client, sessions_seen as count, first_session as first, first_start as "startsAt"
     from def.guardians_of_sessions($1, $2)`,
    [sessionIds, only],
  )
  return rows
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
