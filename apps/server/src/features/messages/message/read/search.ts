import type { ClientId } from '@attune/contract/common/ids'
import type { FoundMessage } from '@attune/contract/features/messages/message/message'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { cursorAfter, parseCursor } from '../../../../platform/http/api/cursor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { findConversation, personColumnsOf } from './conversations.ts'
import { searchQueryOf } from '../message.words.ts'

type Search = { search: string; conversationId?: ClientId | undefined; after?: string | undefined; limit: number }

/**
 * Returns one page of the messages that contain all words of a search, latest first, from all conversations of the actor or from a single one.
 * Refuses with NOT_FOUND for a conversation in which the actor does not take part, and with BAD_REQUEST for an invalid cursor.
 */
export async function searchMessages(
  tx: Tx,
  { search, conversationId, after, limit }: Search,
): Promise<{ items: FoundMessage[]; next: string | null }> {
  if (conversationId !== undefined && !(await findConversation(tx, conversationId))) throw notFound()
  const cursor = after === undefined ? null : parseCursor(after)
  const query = searchQueryOf(search)
  if (query === null) return { items: [], next: null }
  const person = personColumnsOf(tx.actor)
  const { rows } = await sql<FoundMessage>`
    select m.id, m.client_id as "conversationId", m.seq, m.by_role as by, m.text, m.created_at as "createdAt", ${person.name} as "personName"
    from app.message m join app.client_name c on c.therapist_id = m.therapist_id and c.id = m.client_id
      left join app.person p on p.account_id = ${person.account}
    where m.id = any (array(select f.id
      from def.find_messages(${query}, ${conversationId ?? null}, ${cursor?.at ?? null}, ${cursor?.id ?? null}, ${limit + 1}) f))
    order by m.created_at desc, m.id desc`.execute(tx.kysely)
  const items = rows.slice(0, limit)
  const end = items.at(-1)
  const next = rows.length > limit && end ? cursorAfter(end.createdAt, end.id) : null
  return { items, next }
}
