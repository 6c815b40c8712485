import { shortName } from '@attune/contract/features/account'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { postToGuardians, tell } from '../notification/notification.ts'

type Participant = { id: string; account_id: string | null; status: string }

/** The acting therapist's records among these ids. */
export const clientsOf = (tx: Tx, ids: string[]): Promise<Participant[]> =>
  tx.kysely
    .selectFrom('client')
    .select(['id', 'account_id', 'status'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

/** Who takes part in a session. */
export const clientsIn = (tx: Tx, session: string): Promise<Participant[]> =>
  tx.kysely
    .selectFrom('session_client as sc')
    .innerJoin('client as c', 'c.id', 'sc.client_id')
    .select(['c.id', 'c.account_id', 'c.status'])
    .where('sc.session_id', '=', session)
    .execute()

/** The acting therapist's own name, as clients read it. */
export async function ownName(tx: Tx): Promise<string> {
  const me = await tx.kysely
    .selectFrom('profile')
    .select(['first_name', 'last_name'])
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirstOrThrow()
  return `${me.first_name} ${me.last_name}`.trim()
}

type Subject = { id: string; therapistId: string; sequence: number; startsAt: string }

/** What guardians are told of: not of an answer that the therapist gave on behalf of the client. */
const guardianKinds = {
  'session-planned': 'guardian-planned',
  'session-moved': 'guardian-moved',
  'session-cancelled': 'guardian-cancelled',
  'session-accepted': null,
} as const

/** Tells the participants who have an account, in the app and by mail; of those who have none, their guardians by mail. */
export async function tellClients(
  tx: Tx,
  kind: 'session-planned' | 'session-moved' | 'session-cancelled' | 'session-accepted',
  session: Subject,
  clients: Participant[],
  params: { name: string; startsAtBefore?: string },
  delaySeconds = 0,
) {
  const guardianKind = guardianKinds[kind]
  for (const { id, account_id } of clients) {
    if (account_id || !guardianKind) continue
    const mail = { client: id, kind: guardianKind, subject: session.id, generation: session.sequence, delaySeconds }
    await postToGuardians(tx, mail)
  }
  const accounts = clients.flatMap((client) => (client.account_id ? [client.account_id] : []))
  for (const to of accounts) {
    await tell(tx, {
      to,
      kind,
      params: { ...params, startsAt: session.startsAt },
      about: { type: 'session', id: session.id },
      mail: { actingFor: session.therapistId, subject: session.id, generation: session.sequence, delaySeconds },
    })
  }
}

/** Tells the therapist of the acting client's answer. */
export async function tellTherapist(tx: Tx, action: 'accept' | 'decline', session: Subject) {
  const me = await tx.kysely
    .selectFrom('session_client as sc')
    .innerJoin('client as c', 'c.id', 'sc.client_id')
    .select(['c.first_name', 'c.last_name'])
    .where('sc.session_id', '=', session.id)
    .executeTakeFirstOrThrow()
  await tell(tx, {
    to: session.therapistId,
    kind: action === 'accept' ? 'session-accepted' : 'session-declined',
    params: { name: shortName({ firstName: me.first_name, lastName: me.last_name }), startsAt: session.startsAt },
    about: { type: 'session', id: session.id },
    mail: { actingFor: session.therapistId, subject: session.id, generation: session.sequence },
  })
}
