import type {
  ClientId,
  GuardianConversationId,
  GuardianMessageId,
  PersonId,
  TherapistId,
} from '@attune/contract/common/ids'
import type {
  GuardianConversation,
  GuardianMessage,
  GuardianThread,
  TherapistThread,
} from '@attune/contract/features/people/guardian/guardian.messages'
import type { ClosedReason } from '@attune/contract/features/people/guardian/guardian.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'

type Part = { before?: number | undefined; limit: number }

/** The columns of the message `m` in the conversation `v`. */
const messageColumns = sql`
  m.id, m.seq, m.by_role as by, m.text, m.created_at as "createdAt",
  m.seq <= case m.by_role when 'therapist' then v.guardian_seq else v.therapist_seq end as "isRead"`

/** Returns a part of a conversation in ascending order. `chosen` selects the conversation `v`. */
async function readPart(tx: Tx, chosen: RawBuilder<unknown>, { before, limit }: Part) {
  const { rows } = await sql<GuardianMessage>`
    select ${messageColumns} from app.guardian_conversation v
      join app.guardian_message m on m.therapist_id = v.therapist_id and m.client_id = v.client_id and m.conversation_id = v.id
    where ${chosen} and (${before ?? null}::int is null or m.seq < ${before ?? null}::int)
    order by m.seq desc limit ${limit + 1}`.execute(tx.kysely)
  return { items: rows.slice(0, limit).toReversed(), hasOlder: rows.length > limit }
}

const ofClient = (clientId: ClientId) => sql`v.client_id = ${clientId}`

/** Returns the id of the acting guardian's conversation about a client. Refuses with NOT_FOUND without the right to messages. */
export async function requireOwnConversation(tx: Tx, clientId: ClientId): Promise<GuardianConversationId> {
  const { rows } = await sql<{ id: GuardianConversationId }>`
    select v.id from app.guardian_conversation v where ${ofClient(clientId)}`.execute(tx.kysely)
  if (!rows[0]) throw notFound()
  return rows[0].id
}

/** Returns the acting guardian's messages with the therapist of a client. Refuses with NOT_FOUND without the right to messages. */
export async function readGuardianThread(
  tx: Tx,
  { actingFor, ...part }: Part & { actingFor: ClientId },
): Promise<GuardianThread> {
  const [{ rows }, read] = await Promise.all([
    sql<Omit<GuardianThread, 'items' | 'hasOlder'>>`
      select v.id, coalesce(p.name, '') as "therapistName", v.guardian_seq as "readSeq", def.guardian_conversation_closed(v.id) as closed
      from app.guardian_conversation v left join app.person p on p.account_id = v.therapist_id
      where ${ofClient(actingFor)}`.execute(tx.kysely),
    readPart(tx, ofClient(actingFor), part),
  ])
  if (!rows[0]) throw notFound()
  return { ...rows[0], ...read }
}

/** Returns the number of the therapist's messages that the acting guardian has not read. Refuses with NOT_FOUND without the right to messages. */
export async function countUnreadOfGuardian(tx: Tx, clientId: ClientId): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(m.id)::int as unread from app.guardian_conversation v
      left join app.guardian_message m on m.therapist_id = v.therapist_id and m.client_id = v.client_id and m.conversation_id = v.id
        and m.by_role = 'therapist' and m.seq > v.guardian_seq
    where ${ofClient(clientId)} group by v.id`.execute(tx.kysely)
  if (!rows[0]) throw notFound()
  return rows[0].unread
}

/** The columns of a therapist's conversation `v` with the guardian `g` about the record `c`. */
const conversationColumns = sql`
  v.id, v.client_id as "clientId", c.name as "clientName", g.name, g.relationship, coalesce(v.account_id, g.id) as "personId"`

/** Returns the acting therapist's conversations with guardians: those with messages, and those in which the therapist can write. */
export async function listGuardianConversations(tx: Tx): Promise<GuardianConversation[]> {
  const { rows } = await sql<GuardianConversation>`
    select ${conversationColumns}, v.last_at as "latestAt",
      (select json_build_object('by', m.by_role, 'text', left(m.text, 200), 'createdAt', m.created_at) from app.guardian_message m
        where m.therapist_id = v.therapist_id and m.conversation_id = v.id and m.seq = v.last_seq) as latest,
      (select count(*)::int from app.guardian_message m
        where m.therapist_id = v.therapist_id and m.conversation_id = v.id and m.by_role = 'guardian' and m.seq > v.therapist_seq) as unread
    from app.guardian_conversation v
      join app.guardian g on g.therapist_id = v.therapist_id and g.id = v.guardian_id
      join app.client_name c on c.therapist_id = v.therapist_id and c.id = v.client_id
    where v.therapist_id = ${tx.actor.id} and (v.last_seq > 0 or def.guardian_conversation_closed(v.id) is null)
    order by v.last_at desc, v.id`.execute(tx.kysely)
  return rows.toSorted((one, other) => Number(other.unread > 0) - Number(one.unread > 0))
}

type OpenedConversation = Omit<TherapistThread, 'items' | 'hasOlder'>

/** Returns the acting therapist's messages with a guardian. Refuses with NOT_FOUND. */
export async function readTherapistThread(
  tx: Tx,
  { id, ...part }: Part & { id: GuardianConversationId },
): Promise<TherapistThread> {
  const [{ rows }, read] = await Promise.all([
    sql<OpenedConversation>`
      select ${conversationColumns}, v.therapist_seq as "readSeq", def.guardian_conversation_closed(v.id) as closed
      from app.guardian_conversation v
        join app.guardian g on g.therapist_id = v.therapist_id and g.id = v.guardian_id
        join app.client_name c on c.therapist_id = v.therapist_id and c.id = v.client_id
      where v.therapist_id = ${tx.actor.id} and v.id = ${id}`.execute(tx.kysely),
    readPart(tx, sql`v.id = ${id}`, part),
  ])
  if (!rows[0]) throw notFound()
  return { ...rows[0], ...read }
}

/** Returns a message that the actor can see; undefined for any other message. */
export async function findGuardianMessage(tx: Tx, id: GuardianMessageId) {
  const { rows } = await sql<GuardianMessage & { conversationId: GuardianConversationId }>`
    select ${messageColumns}, m.conversation_id as "conversationId" from app.guardian_message m
      join app.guardian_conversation v on v.therapist_id = m.therapist_id and v.client_id = m.client_id and v.id = m.conversation_id
    where m.id = ${id}`.execute(tx.kysely)
  return rows[0]
}

export type LockedGuardianConversation = {
  therapistId: TherapistId
  clientId: ClientId
  /** The account of the guardian; null after it was deleted. */
  accountId: PersonId | null
  closed: ClosedReason | null
  /** Whether the other side has an unread notification about the conversation. `hasUnread` is true if it has unread messages of the actor. */
  isNotified: boolean
  hasUnread: boolean
}

/** Locks a conversation of the actor until the transaction ends. Refuses with NOT_FOUND for a conversation in which the actor does not take part. */
export async function lockGuardianConversation(
  tx: Tx,
  id: GuardianConversationId,
): Promise<LockedGuardianConversation> {
  const { rows } = await tx.run<LockedGuardianConversation>(
    `select therapist_id as "therapistId", client_id as "clientId", account_id as "accountId", closed, notified as "isNotified", unread as "hasUnread"
     from def.lock_guardian_conversation($1)`,
    [id],
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}
