import type { AssistantDraftId, ClientId, SessionId } from '@attune/contract/common/ids'
import type { AssistantDraft, AssistantRequest } from '@attune/contract/features/assistant/assistant/assistant'
import type { Note, NoteText } from '@attune/contract/features/care/note/note'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../../platform/database/actor.ts'
import { describeChange, insertAudit } from '../../../../platform/policy/audit.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { createRefusal, notFound } from '../../../../platform/policy/refusal.ts'
import type { AssistantSettings } from '../../assistant-setup/assistant-setup.ts'
import { findAssisted, markAssisted, readNote, saveNote } from '../../../care/note/note.ts'
import { saveTurnEnd } from '../conversation/turns.ts'
import type { HiddenWord } from '../privacy/placeholders.ts'
import { requireConsent } from './request.ts'
import { findRecordHead, hasSessionWithClient } from './sources.queries.ts'
import { countWords } from '../assistant.switch.ts'

const maxDrafts = 50

type NewAnswer = Pick<AssistantDraft, 'text' | 'sentences' | 'isComplete'> & {
  input: AssistantRequest
  hidden: HiddenWord[]
  settings: AssistantSettings
  words: number
}

/**
 * Counts the words of an answer and stores it: in its conversation, or as a draft if it is about a client. Returns the id of the draft; null if there
 * is none. Refuses as `requireConsent` does, for example after a withdrawal, and with NOT_FOUND if the conversation was deleted.
 */
export function storeAnswer(
  { app, actor, requestId }: Context,
  { input, settings, text, sentences, words, isComplete, hidden }: NewAnswer,
): Promise<string | null> {
  const now = app.clock.now()
  return app.db.asActor(actor, async (tx) => {
    if (input.clientId !== null) await requireConsent(tx, input.clientId, settings)
    await countWords(tx, words, now)
    describeChange(tx, { after: { model: settings.endpoint.model, words, isComplete } })
    await insertAudit(tx, { action: 'receive-answer', resource: 'client', resourceId: input.clientId, requestId })
    if (input.conversation) await saveTurnEnd(tx, input, { text, sentences, isComplete, hidden }, now)
    if (input.clientId === null || input.conversation) return null
    const id = randomUUID()
    await tx.kysely
      .insertInto('assistant_draft')
      .values({
        id,
        therapist_id: tx.actor.id,
        client_id: input.clientId,
        session_id: input.sessionId,
        purpose: input.purpose,
        form: input.form,
        language: input.language,
        question: input.question,
        keywords: input.keywords,
        text,
        sentences: sentences && JSON.stringify(sentences),
        model: settings.endpoint.model,
        is_complete: isComplete,
        at: now,
      })
      .execute()
    return id
  })
}

/** Returns the drafts about a client of the acting therapist, latest first and at most `maxDrafts`. Refuses with NOT_FOUND for any other client. */
export async function listAssistantDrafts(tx: Tx, clientId: ClientId, now: Date): Promise<AssistantDraft[]> {
  if (!(await findRecordHead(tx, clientId, now))) throw notFound()
  const rows = await tx.kysely
    .selectFrom('assistant_draft')
    .select(['id', 'client_id', 'session_id', 'purpose', 'form', 'language', 'question', 'keywords', 'text'])
    .select(['sentences', 'model', 'at', 'is_complete'])
    .where('therapist_id', '=', tx.actor.id)
    .where('client_id', '=', clientId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(maxDrafts)
    .execute()
  return rows.map(({ client_id, session_id, is_complete, ...row }) => ({
    ...(row as Omit<AssistantDraft, 'clientId' | 'sessionId' | 'isComplete'>),
    clientId: client_id,
    sessionId: session_id,
    isComplete: is_complete,
  }))
}

/** Deletes a draft of the acting therapist. Refuses with NOT_FOUND. */
export async function deleteDraft(tx: Tx, id: AssistantDraftId): Promise<void> {
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('assistant_draft')
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}

type Acceptance = {
  draftId: AssistantDraftId
  sessionId: SessionId
  text: NoteText
  noteVersion: number
  command: string
}

/**
 * Saves the edited draft as the part about its client in the note of a session, marks the part as drafted with assistance and deletes the draft.
 * Repeating the command changes nothing. Refuses with NOT_FOUND, INCOMPLETE, NOTE_CHANGED and NOTE_SIGNED.
 */
export async function acceptDraft(tx: Tx, acceptance: Acceptance, now: Date): Promise<Note> {
  const { draftId, sessionId, text, noteVersion, command } = acceptance
  const accepted = await findAssisted(tx, sessionId, command)
  if (accepted) return accepted
  const draft = await tx.kysely
    .selectFrom('assistant_draft')
    .select(['client_id', 'text', 'model', 'is_complete', 'purpose'])
    .where('therapist_id', '=', tx.actor.id)
    .where('id', '=', draftId)
    .executeTakeFirst()
  if (!draft || !(await hasSessionWithClient(tx, sessionId, draft.client_id))) throw notFound()
  if (!draft.is_complete) throw createRefusal('INCOMPLETE', 409)
  const part = { sessionId, clientId: draft.client_id }
  await saveNote(tx, { ...part, text, version: noteVersion }, now)
  await markAssisted(tx, part, { draftedText: draft.text, model: draft.model, command }, now)
  await deleteDraft(tx, draftId)
  return readNote(tx, part)
}
