import type { AssistantConversationId, ClientId } from '@attune/contract/common/ids'
import type {
  AssistantAnswer,
  AssistantRequest,
  AssistantTurn,
} from '@attune/contract/features/assistant/assistant/assistant'
import {
  assistantHistoryLimits,
  maxConversationQuestions,
} from '@attune/contract/features/assistant/assistant/assistant.limits.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../../platform/policy/refusal.ts'
import type { AssistantSettings } from '../../assistant-setup/assistant-setup.ts'
import type { HiddenWord } from '../privacy/placeholders.ts'
import { wordsIn } from '../request/sources.ts'

/** An earlier question of a conversation with its complete answer, and the known words that were hidden in both. */
export type EarlierTurn = { question: string; text: string; hidden: HiddenWord[] }

/** The earlier turns of a conversation that are sent with a question, oldest first. */
export type ConversationHistory = {
  turns: EarlierTurn[]
  /** The number of older turns that are omitted. */
  leftOut: number
}

/**
 * The longest duration of a request in milliseconds: the endpoint's maximum time limit of 300 seconds and a reserve. An older request that is still
 * stored as running was interrupted by a stop of the server.
 */
const longestRequest = 330_000

/** Whether a request that was sent at this time can no longer return an answer. */
export const isRequestOver = (askedAt: string, now: Date) =>
  new Date(askedAt).getTime() < now.getTime() - longestRequest

type Question = Pick<AssistantRequest, 'id' | 'clientId' | 'conversation'>

/**
 * Returns the earlier questions and answers that are sent with a question: the latest ones up to `assistantHistoryLimits`. Refuses with NOT_FOUND
 * for a conversation that neither exists nor is new, and with BAD_REQUEST for a conversation about another client.
 */
export async function readConversationHistory(
  tx: Tx,
  { id, clientId, conversation }: Question,
): Promise<ConversationHistory> {
  if (!conversation) return { turns: [], leftOut: 0 }
  const found = await tx.kysely
    .selectFrom('assistant_conversation')
    .select('client_id')
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', conversation.id)
    .executeTakeFirst()
  if (!found && !conversation.isNew) throw notFound()
  if (found && found.client_id !== clientId) throw createRefusal('BAD_REQUEST', 400)
  const { rows } = await sql<EarlierTurn>`
    select t.question, t.text, t.hidden from app.assistant_turn t
    where t.therapist_id = ${tx.actor.id} and t.conversation_id = ${conversation.id} and t.state = 'answered'
      and t.position < coalesce((select own.position from app.assistant_turn own where own.therapist_id = t.therapist_id and own.id = ${id}),
        9223372036854775807)
    order by t.position desc`.execute(tx.kysely)
  const turns = latestThatFit(rows)
  return { turns: turns.toReversed(), leftOut: rows.length - turns.length }
}

/**
 * Returns the latest turns, up to the maximum number of questions and the maximum number of characters. The argument and the result have the latest
 * turn first.
 */
function latestThatFit(latestFirst: readonly EarlierTurn[]): EarlierTurn[] {
  let left: number = assistantHistoryLimits.characters
  const first = latestFirst.slice(0, assistantHistoryLimits.questions)
  const end = first.findIndex(({ question, text }) => (left -= question.length + text.length) < 0)
  return end < 0 ? first : first.slice(0, end)
}

/** Returns the stored answer to a question of the acting therapist; null if the question was not answered. */
export async function findAnswerOfTurn(
  tx: Tx,
  { id, conversation, question }: Pick<AssistantRequest, 'id' | 'conversation' | 'question'>,
): Promise<AssistantAnswer | null> {
  if (!conversation) return null
  const turn = await tx.kysely
    .selectFrom('assistant_turn')
    .select(['text', 'sentences'])
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', id)
    .where('conversation_id', '=', conversation.id)
    .where('question', '=', question)
    .where('state', '=', 'answered')
    .executeTakeFirst()
  if (!turn) return null
  const sentences = turn.sentences as AssistantAnswer['sentences']
  return { draftId: null, text: turn.text, sentences, words: wordsIn(turn.text), isComplete: true }
}

/**
 * Stores a question that is about to be sent, and its conversation if it is new. Does nothing for a request outside a conversation. A question
 * without a complete answer can be asked again. Refuses with ALREADY_ASKED if the question is being answered or has an answer, with
 * CONVERSATION_FULL, and with NOT_FOUND if the conversation was deleted.
 */
export async function claimTurn(
  tx: Tx,
  input: AssistantRequest,
  { endpoint }: AssistantSettings,
  now: Date,
): Promise<void> {
  const { conversation } = input
  if (!conversation) return
  await lockConversation(tx, { ...conversation, clientId: input.clientId }, now)
  const { rows } = await sql<{ questions: number }>`
    select count(*)::int as questions from app.assistant_turn t
    where t.therapist_id = ${tx.actor.id} and t.conversation_id = ${conversation.id} and t.id <> ${input.id}`.execute(
    tx.kysely,
  )
  if ((rows[0]?.questions ?? 0) >= maxConversationQuestions) throw createRefusal('CONVERSATION_FULL', 409)
  const sources = JSON.stringify(input.sources)
  const values = {
    question: input.question,
    language: input.language,
    sources,
    is_edited: input.edited !== null,
    state: 'waiting',
    model: endpoint.model,
    asked_at: now,
  }
  const claimed = await tx.kysely
    .insertInto('assistant_turn')
    .values({ ...values, id: input.id, therapist_id: tx.actor.id, conversation_id: conversation.id })
    .onConflict((on) =>
      on
        .columns(['therapist_id', 'id'])
        .doUpdateSet({ ...values, text: '', sentences: null })
        .where('assistant_turn.conversation_id', '=', conversation.id)
        .where((where) =>
          where.or([
            where('assistant_turn.state', '=', 'failed'),
            where.and([
              where('assistant_turn.state', '=', 'waiting'),
              where('assistant_turn.asked_at', '<', new Date(now.getTime() - longestRequest).toISOString()),
            ]),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  if (!claimed) throw createRefusal('ALREADY_ASKED', 409)
}

type Locked = { id: AssistantConversationId; isNew: boolean; clientId: ClientId | null }

/** Locks a conversation until the transaction ends. Creates it if it is new. Refuses with NOT_FOUND if it was deleted. */
async function lockConversation(tx: Tx, { id, isNew, clientId }: Locked, now: Date): Promise<void> {
  if (isNew)
    await tx.kysely
      .insertInto('assistant_conversation')
      .values({ id, therapist_id: tx.actor.id, client_id: clientId, created_at: now, last_at: now })
      .onConflict((on) => on.columns(['therapist_id', 'id']).doNothing())
      .execute()
  if (!(await touchConversation(tx, id, now))) throw notFound()
}

async function touchConversation(tx: Tx, id: AssistantConversationId, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('assistant_conversation')
    .set({ last_at: now })
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type TurnAnswer = Pick<AssistantTurn, 'text' | 'sentences'> & { isComplete: boolean; hidden: HiddenWord[] }

/**
 * Stores the complete or partial answer to a question that was sent. Does nothing for a request outside a conversation. Refuses with NOT_FOUND if the
 * conversation was deleted in the meantime.
 */
export async function saveTurnEnd(
  tx: Tx,
  { id, conversation }: Pick<AssistantRequest, 'id' | 'conversation'>,
  { text, sentences, isComplete, hidden }: TurnAnswer,
  now: Date,
): Promise<void> {
  if (!conversation) return
  const { numUpdatedRows } = await tx.kysely
    .updateTable('assistant_turn')
    .set({
      state: isComplete ? 'answered' : 'failed',
      text,
      sentences: isComplete && sentences ? JSON.stringify(sentences) : null,
      hidden: JSON.stringify(hidden),
    })
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
  await touchConversation(tx, conversation.id, now)
}
