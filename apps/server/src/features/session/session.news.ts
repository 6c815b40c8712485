import { shortName } from '@attune/contract/features/account'
import type { NotificationKind } from '@attune/contract/features/notification'
import type { Tx } from '../../platform/database/actor.ts'
import type { GuardianKind } from '../../platform/mail/kinds.ts'
import { postToGuardians, tell } from '../notification/notification.ts'
import { sql } from 'kysely'

export type Participant = { id: string; account_id: string | null; status: string }

/** A mail of a move or a cancel waits this long: a further move within it takes its place. */
export const afterthoughtSeconds = 60

/** The acting therapist's records among these ids. */
export const clientsOf = (tx: Tx, ids: string[]): Promise<Participant[]> =>
  tx.kysely
    .selectFrom('client')
    .select(['id', 'account_id', 'status'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

/** Who takes part in a session, but for those who have left. */
export const clientsIn = (tx: Tx, session: string): Promise<Participant[]> =>
  tx.kysely
    .selectFrom('session_client as sc')
    .innerJoin('client as c', 'c.id', 'sc.client_id')
    .select(['c.id', 'c.account_id', 'c.status'])
    .where('sc.session_id', '=', session)
    .where('sc.answer', '<>', 'declined')
    .execute()

/** The name of the acting therapist, or of the one for whom the product acts, as clients read it. */
export async function ownName(tx: Tx): Promise<string> {
  const me = await tx.kysely
    .selectFrom('profile')
    .select(['first_name', 'last_name'])
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirstOrThrow()
  return `${me.first_name} ${me.last_name}`.trim()
}

export type Subject = { id: string; therapistId: string; sequence: number; startsAt: string }
type ClientKind = Extract<NotificationKind, `session-${string}` | `change-${string}`>

/** What guardians are told of. Whoever has no account asks for nothing, and so gets no answer. */
const guardianKinds: Partial<Record<ClientKind, GuardianKind>> = {
  'session-planned': 'guardian-planned',
  'session-moved': 'guardian-moved',
  'session-cancelled': 'guardian-cancelled',
  'session-edited': 'guardian-edited',
}

/**
 * Tells the participants who have an account, in the app and by mail; of those who have none, their guardians by mail.
 * @param delaySeconds how long the mails wait; null: none leaves
 */
export async function tellClients(
  tx: Tx,
  kind: ClientKind,
  session: Subject,
  clients: Participant[],
  params: { name: string; startsAtBefore?: string },
  delaySeconds: number | null = 0,
) {
  const guardianKind = guardianKinds[kind]
  for (const { id, account_id } of clients) {
    if (account_id || !guardianKind || delaySeconds === null) continue
    const mail = { client: id, kind: guardianKind, subject: session.id, generation: session.sequence, delaySeconds }
    await postToGuardians(tx, mail)
  }
  const generation = session.sequence
  const mail = { actingFor: session.therapistId, subject: session.id, generation, delaySeconds: delaySeconds ?? 0 }
  const accounts = clients.flatMap((client) => (client.account_id ? [client.account_id] : []))
  for (const to of accounts) {
    await tell(tx, {
      to,
      kind,
      params: { ...params, startsAt: session.startsAt },
      about: { type: 'session', id: session.id },
      ...(delaySeconds !== null && { mail }),
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

/** Tells the therapist what the acting client, or a job for a client, did. */
export async function tellTherapist(tx: Tx, kind: TherapistKind, session: Subject, name?: string) {
  await tell(tx, {
    to: session.therapistId,
    kind,
    params: { name: name ?? (await nameIn(tx, session.id)), startsAt: session.startsAt },
    about: { type: 'session', id: session.id },
    mail: { actingFor: session.therapistId, subject: session.id, generation: session.sequence },
  })
}

/** The short name of the acting client as the record has it. */
export async function nameIn(tx: Tx, session: string): Promise<string> {
  const me = await tx.kysely
    .selectFrom('session_client as sc')
    .innerJoin('client as c', 'c.id', 'sc.client_id')
    .select(['c.first_name', 'c.last_name'])
    .where('sc.session_id', '=', session)
    .executeTakeFirstOrThrow()
  return shortName({ firstName: me.first_name, lastName: me.last_name })
}
