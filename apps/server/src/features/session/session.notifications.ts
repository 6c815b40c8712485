import { shortName } from '@attune/contract/features/account.rules'
import type { GuardianKind, NotificationKind } from '@attune/contract/features/notification'
import type { Tx } from '../../platform/database/actor.ts'
import { queueGuardianMails, notify } from '../notification/notification.ts'
import { sql } from 'kysely'

export type Participant = { id: string; account_id: string | null; status: string }

/** Emails about a move or a cancellation wait this long, so that an undo or a further move replaces them. */
export const undoWindowSeconds = 60

/** The acting therapist’s client records among these ids. */
export const clientsByIds = (tx: Tx, ids: string[]): Promise<Participant[]> =>
  tx.kysely
    .selectFrom('client')
    .select(['id', 'account_id', 'status'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

/** The participants of a session, without those who declined. */
export const participantsOf = (tx: Tx, session: string): Promise<Participant[]> =>
  tx.kysely
    .selectFrom('session_client as sc')
    .innerJoin('client as c', 'c.id', 'sc.client_id')
    .select(['c.id', 'c.account_id', 'c.status'])
    .where('sc.session_id', '=', session)
    .where('sc.answer', '<>', 'declined')
    .execute()

/** The acting therapist’s name as clients read it; in a job, the name of the therapist for whom it runs. */
export async function actingTherapistName(tx: Tx): Promise<string> {
  const me = await tx.kysely
    .selectFrom('profile')
    .select(['first_name', 'last_name'])
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirstOrThrow()
  return `${me.first_name} ${me.last_name}`.trim()
}

export type SessionReference = { id: string; therapistId: string; sequence: number; startsAt: string }
type ClientKind = Extract<NotificationKind, `session-${string}` | `change-${string}`>

/**
 * Emails to guardians, by notification type. A client without an account requests nothing, so guardians get no
 * answers to requests.
 */
const guardianKinds: Partial<Record<ClientKind, GuardianKind>> = {
  'session-planned': 'guardian-planned',
  'session-moved': 'guardian-moved',
  'session-cancelled': 'guardian-cancelled',
  'session-edited': 'guardian-edited',
}

/**
 * Notifies the participants who have an account, in the therapist’s name; guardians by email where the client has no
 * account.
 * @param delaySeconds how long the emails wait; null sends none
 */
export async function notifyParticipants(
  tx: Tx,
  kind: ClientKind,
  session: SessionReference,
  clients: Participant[],
  params: { name: string; startsAtBefore?: string },
  delaySeconds: number | null = 0,
) {
  const guardianKind = guardianKinds[kind]
  for (const { id, account_id } of clients) {
    if (account_id || !guardianKind || delaySeconds === null) continue
    const mail = { client: id, kind: guardianKind, subject: session.id, generation: session.sequence, delaySeconds }
    await queueGuardianMails(tx, mail)
  }
  const { id, therapistId, sequence: generation, startsAt } = session
  const accounts = clients.flatMap((client) => (client.account_id ? [client.account_id] : []))
  for (const to of accounts) {
    await notify(tx, {
      to,
      type: kind,
      params: { ...params, startsAt },
      about: { type: 'session', id },
      person: therapistId,
      email: delaySeconds === null ? null : { actingFor: therapistId, generation, delaySeconds },
    })
  }
}

type TherapistKind =
  | 'session-accepted'
  | 'session-declined'
  | 'session-requested'
  | 'session-withdrawn'
  | 'session-expired'
  | 'session-left'
  | 'change-asked'
  | 'change-withdrawn'
  | 'counter-accepted'
  | 'counter-declined'

/** Notifies the therapist about what the acting client, or a job for a client, did. */
export async function notifySessionTherapist(tx: Tx, kind: TherapistKind, session: SessionReference, name?: string) {
  await notify(tx, {
    to: session.therapistId,
    type: kind,
    params: { name: name ?? (await actingClientName(tx, session.id)), startsAt: session.startsAt },
    about: { type: 'session', id: session.id },
    email: { generation: session.sequence },
  })
}

/** The short name of the acting client, as in the therapist’s record. */
export async function actingClientName(tx: Tx, session: string): Promise<string> {
  const me = await tx.kysely
    .selectFrom('session_client as sc')
    .innerJoin('client as c', 'c.id', 'sc.client_id')
    .select(['c.first_name', 'c.last_name'])
    .where('sc.session_id', '=', session)
    .executeTakeFirstOrThrow()
  return shortName({ firstName: me.first_name, lastName: me.last_name })
}
