import type { AccountId, ClientId, SessionId, TherapistId } from '@attune/contract/common/ids'
import { shortName } from '@attune/contract/features/people/account/account.rules'
import type { NotificationType } from '@attune/contract/features/messages/notification/notification'
import type { GuardianKind } from '@attune/contract/features/messages/notification/notification.mail-kinds'
import type { Tx } from '../../../../platform/database/actor.ts'
import { queueGuardianMails, notify } from '../../../messages/notification/notification.ts'
import { readFullName } from '../../../people/profile/profile.ts'
import { sql } from 'kysely'

export type Participant = { id: ClientId; account_id: AccountId | null; status: string }

/**
 * The time in seconds for which emails about a move or a cancellation wait. If the change is undone or followed by a further move in this time, the
 * waiting email is dropped.
 */
export const undoWindowSeconds = 60

/** Returns the acting therapist’s client records with the given ids. */
export const listClientsByIds = (tx: Tx, ids: ClientId[]): Promise<Participant[]> =>
  tx.kysely
    .selectFrom('client_state')
    .select(['id', 'account_id', 'status'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

/** Returns those of the given ids that belong to client records of the acting therapist whose accounts get push notifications. */
export async function listClientsWithPush(tx: Tx, ids: ClientId[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.run<{ id: ClientId }>('select id from def.clients_with_push($1) as id', [ids])
  return new Set(rows.map(({ id }) => id))
}

/** Returns whether someone acts as a guardian, with an account, for one of the acting therapist’s client records. */
export async function hasAnyGuardian(tx: Tx, ids: ClientId[]): Promise<boolean> {
  const { rows } = await tx.run<{ any: boolean }>('select def.have_guardians($1) as any', [ids])
  return rows[0]?.any ?? false
}

/** Returns the participants of a session, except those who have declined. */
export const listParticipants = (tx: Tx, session: string): Promise<Participant[]> =>
  tx.kysely
    .selectFrom('session_client as sc')
    .innerJoin('client_state as c', 'c.id', 'sc.client_id')
    .select(['c.id', 'c.account_id', 'c.status'])
    .where('sc.session_id', '=', session)
    .where('sc.answer', '<>', 'declined')
    .execute()

export type SessionReference = { id: SessionId; therapistId: TherapistId; sequence: number; startsAt: string }
type ClientNotificationType = Extract<NotificationType, `session-${string}` | `change-${string}`>

/**
 * Maps each notification type to the kind of email that guardians without an account get. Answers to requests have no entry, because a client
 * without an account makes none, and a guardian makes them with an account.
 */
const guardianKinds: Partial<Record<ClientNotificationType, GuardianKind>> = {
  'session-planned': 'guardian-planned',
  'session-moved': 'guardian-moved',
  'session-cancelled': 'guardian-cancelled',
  'session-edited': 'guardian-edited',
}

/**
 * Notifies participants on behalf of the therapist. Participants and guardians with an account are notified in the app and by email; the other
 * guardians of a client without an account get an email.
 * @param delaySeconds the delay of the emails in seconds; null sends no emails
 * @param withPush the clients with push notifications, if the caller has already read them. If it is given and there is neither such a client nor a
 * guardian to email, all statements are sent before this function returns its promise
 */
export async function notifyParticipants(
  tx: Tx,
  type: ClientNotificationType,
  session: SessionReference,
  clients: Participant[],
  params: { name: string; startsAtBefore?: string },
  delaySeconds: number | null = 0,
  withPush?: ReadonlySet<string>,
) {
  const guardianKind = guardianKinds[type]
  for (const { id, account_id } of clients) {
    if (account_id || !guardianKind || delaySeconds === null) continue
    const mail = { client: id, kind: guardianKind, subject: session.id, generation: session.sequence, delaySeconds }
    await queueGuardianMails(tx, mail)
  }
  const { id, therapistId, sequence: generation, startsAt } = session
  const email = delaySeconds === null ? null : { actingFor: therapistId, generation, delaySeconds }
  await Promise.all([
    // A caller that has read who gets pushes has also found that no client has a guardian with an account.
    withPush ? undefined : notifyGuardians(tx, type, session, clients, { params, delaySeconds }),
    ...clients.map(async ({ id: client, account_id: to }) => {
      if (!to) return
      const notification = {
        to,
        type,
        params: { ...params, startsAt },
        about: { type: 'session' as const, id },
        email,
      }
      const withoutPush = withPush && !withPush.has(client) ? { push: null } : {}
      await notify(tx, { ...notification, person: therapistId, ...withoutPush })
    }),
  ])
}

/**
 * Notifies the guardians who have an account and the right to sessions, unless the session is kept from them. A person who takes part in the session,
 * or acts for several participants, is notified once.
 */
async function notifyGuardians(
  tx: Tx,
  type: ClientNotificationType,
  { id, therapistId, sequence: generation, startsAt }: SessionReference,
  clients: Participant[],
  { params, delaySeconds }: { params: { name: string; startsAtBefore?: string }; delaySeconds: number | null },
): Promise<void> {
  const { rows } = await tx.run<{ to: AccountId; client: ClientId }>(
    'select account_id as "to", client_id as client from def.guardians_to_notify($1, $2)',
    [id, clients.map((client) => client.id)],
  )
  const notified = new Set(clients.map(({ account_id }) => account_id))
  for (const { to, client } of rows) {
    if (notified.has(to)) continue
    notified.add(to)
    const email = delaySeconds === null ? null : { actingFor: therapistId, generation, delaySeconds }
    const about = { type: 'session' as const, id }
    await notify(tx, {
      to,
      type,
      params: { ...params, startsAt, actingFor: client },
      about,
      person: therapistId,
      email,
    })
  }
}

type TherapistNotificationType =
  | 'session-accepted'
  | 'session-declined'
  | 'session-requested'
  | 'session-booked'
  | 'session-withdrawn'
  | 'session-expired'
  | 'session-left'
  | 'change-asked'
  | 'change-withdrawn'
  | 'waiting-accepted'
  | 'counter-accepted'
  | 'counter-declined'

/**
 * Notifies the therapist about an action of the acting client or of a job. `name` is the name in the notification, by
 * default that of the acting client.
 */
export async function notifySessionTherapist(
  tx: Tx,
  type: TherapistNotificationType,
  session: SessionReference,
  name?: string,
) {
  await notify(tx, {
    to: session.therapistId,
    type,
    params: { name: name ?? (await readActingClientName(tx, session.id)), startsAt: session.startsAt },
    about: { type: 'session', id: session.id },
    email: { generation: session.sequence },
  })
}

/** Notifies the acting client, on behalf of the therapist, that a session which the client booked at once is confirmed. */
export async function notifyBookedClient(tx: Tx, session: SessionReference): Promise<void> {
  await notify(tx, {
    to: tx.actor.id,
    type: 'session-confirmed',
    params: { name: await readFullName(tx, session.therapistId), startsAt: session.startsAt },
    about: { type: 'session', id: session.id },
    person: session.therapistId,
    email: { actingFor: session.therapistId, generation: session.sequence },
  })
}

/** Returns the short name of the acting client in the therapist’s client record; if a guardian acts, followed by the name of the guardian. */
export async function readActingClientName(tx: Tx, session: string): Promise<string> {
  const me = await tx.kysely
    .selectFrom('session_client as sc')
    .innerJoin('client_name as c', 'c.id', 'sc.client_id')
    .select(['c.first_name', 'c.last_name'])
    .where('sc.session_id', '=', session)
    .executeTakeFirstOrThrow()
  const name = shortName({ firstName: me.first_name, lastName: me.last_name })
  return tx.actor.role === 'guardian' ? `${name} (${await readFullName(tx, tx.actor.id)})` : name
}
