import type { AssistantConversationId, ClientId } from '@attune/contract/common/ids'
import type {
  AssistantConversation,
  AssistantConversationSummary,
  AssistantTurn,
} from '@attune/contract/features/assistant/assistant/assistant'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { cursorAfter, parseCursor } from '../../../../platform/http/api/cursor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { isRequestOver } from './turns.ts'

type SummaryRow = Omit<AssistantConversationSummary, 'client'> & { clientId: ClientId | null; name: string | null }

/** SQL: the columns of a SummaryRow of the conversation `c`, whose client is `n`. */
const summaryColumns = sql`c.id, c.client_id as "clientId", n.name, c.last_at as "lastAt",
  coalesce((select t.question from app.assistant_turn t where t.therapist_id = c.therapist_id and t.conversation_id = c.id
    order by t.position limit 1), '') as question,
  (select count(*)::int from app.assistant_turn t where t.therapist_id = c.therapist_id and t.conversation_id = c.id) as questions`

const summaryOf = ({ clientId, name, ...row }: SummaryRow): AssistantConversationSummary => ({
  ...row,
  client: clientId === null ? null : { id: clientId, name: name ?? '' },
})

type Wanted = { after?: string | undefined; limit: number; clientId?: ClientId | undefined }

/**
 * Returns one page of the acting therapist's conversations, most recently used first, and the cursor of the next page. Refuses with BAD_REQUEST for
 * an invalid cursor.
 */
export async function listAssistantConversations(tx: Tx, { after, limit, clientId }: Wanted) {
  const cursor = after === undefined ? undefined : parseCursor(after)
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns} from app.assistant_conversation c left join app.client_name n on n.id = c.client_id
    where c.therapist_id = ${tx.actor.id}
      and ${clientId === undefined ? sql`true` : sql`c.client_id = ${clientId}`}
      and ${cursor === undefined ? sql`true` : sql`(c.last_at, c.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`}
    order by c.last_at desc, c.id desc limit ${limit + 1}`.execute(tx.kysely)
  const items = rows.slice(0, limit).map(summaryOf)
  const end = items.at(-1)
  return { items, next: rows.length > limit && end ? cursorAfter(end.lastAt, end.id) : null }
}

/** Returns a conversation of the acting therapist with its questions and answers. Refuses with NOT_FOUND. */
export async function readAssistantConversation(
  tx: Tx,
  { id }: { id: AssistantConversationId },
  now: Date,
): Promise<AssistantConversation> {
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns} from app.assistant_conversation c left join app.client_name n on n.id = c.client_id
    where c.therapist_id = ${tx.actor.id} and c.id = ${id}`.execute(tx.kysely)
  const [row] = rows
  if (!row) throw notFound()
  const turns = await tx.kysely
    .selectFrom('assistant_turn')
    .select(['id', 'question', 'language', 'sources', 'is_edited', 'state', 'text', 'sentences', 'model', 'asked_at'])
    .where('therapist_id', '=', tx.actor.id)
    .where('conversation_id', '=', id)
    .orderBy('position')
    .execute()
  return {
    ...summaryOf(row),
    turns: turns.map(({ is_edited: isEdited, asked_at: at, state, ...turn }) => ({
      ...(turn as Pick<AssistantTurn, 'id' | 'question' | 'language' | 'sources' | 'text' | 'sentences' | 'model'>),
      state: state === 'waiting' && isRequestOver(at, now) ? 'failed' : (state as AssistantTurn['state']),
      isEdited,
      at,
    })),
  }
}

/** Deletes a conversation of the acting therapist. Refuses with NOT_FOUND. */
export async function deleteAssistantConversation(tx: Tx, id: AssistantConversationId): Promise<void> {
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('assistant_conversation')
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}
