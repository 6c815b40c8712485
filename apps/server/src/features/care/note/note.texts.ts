import type { SessionId } from '@attune/contract/common/ids'
import type { SessionText } from '@attune/contract/features/schedule/session/session'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import { findSessionText, type SessionTextRow } from './note.queries.ts'

type Kind = SessionText['kind']
type Save = { sessionId: SessionId; kind: Kind; text: string; version: number }

/**
 * Saves objectives or next steps. Repeating the same save changes nothing. Refuses with NOT_FOUND for an unknown session, and with NOTE_CHANGED and
 * the stored text if the stored version differs from `version`.
 */
export async function saveSessionText(tx: Tx, save: Save, now: Date): Promise<SessionText> {
  const { sessionId, kind, text, version } = save
  const before = await requireText(tx, sessionId, kind)
  if (before?.version === version + 1 && before.text === text) return textFromRow(kind, before)
  if ((before?.version ?? 0) !== version)
    throw createRefusal('NOTE_CHANGED', 409, { text: before?.text ?? '', version: before?.version ?? 0 })
  const written = before
    ? await tx.kysely
        .updateTable('session_text')
        .set({ text, version: version + 1, updated_at: now })
        .where('therapist_id', '=', tx.actor.id)
        .where('id', '=', before.id)
        .where('version', '=', version)
        .executeTakeFirst()
    : await insertText(tx, { sessionId, kind, text, version: version + 1, now })
  const rows = 'numUpdatedRows' in written ? written.numUpdatedRows : written.numInsertedOrUpdatedRows
  // A concurrent save has changed the stored text. The second attempt refuses with NOTE_CHANGED, unless the stored text
  // is the same.
  if (!rows) return saveSessionText(tx, save, now)
  return { kind, text, version: version + 1, shared: before?.shared ?? false, updatedAt: now.toISOString() }
}

/**
 * Shares a text with every participant who has not declined the session, or stops sharing it. Participants see each later save of a shared text at
 * once. Refuses with NOT_FOUND for an unknown session.
 */
export async function shareSessionText(
  tx: Tx,
  change: { sessionId: SessionId; kind: Kind; shared: boolean },
  now: Date,
): Promise<SessionText> {
  const { sessionId, kind, shared } = change
  const before = await requireText(tx, sessionId, kind)
  if (!before) {
    if (!shared) return { kind, text: '', version: 0, shared, updatedAt: null }
    await insertText(tx, { sessionId, kind, text: '', version: 0, now })
    return shareSessionText(tx, change, now)
  }
  if (shared) {
    await sql`
      insert into app.session_text_share (therapist_id, text_id, client_id)
      select sc.therapist_id, ${before.id}::uuid, sc.client_id from app.session_client sc
      where sc.therapist_id = ${tx.actor.id} and sc.session_id = ${sessionId} and sc.answer <> 'declined'
      on conflict do nothing`.execute(tx.kysely)
  } else {
    await tx.kysely
      .deleteFrom('session_text_share')
      .where('therapist_id', '=', tx.actor.id)
      .where('text_id', '=', before.id)
      .execute()
  }
  return textFromRow(kind, { ...before, shared })
}

async function requireText(tx: Tx, sessionId: SessionId, kind: Kind): Promise<SessionTextRow | null> {
  const found = await findSessionText(tx, sessionId, kind)
  if (!found) throw notFound()
  return found.id === null ? null : found
}

type NewText = Save & { now: Date }
const insertText = (tx: Tx, { sessionId, kind, text, version, now }: NewText) =>
  tx.kysely
    .insertInto('session_text')
    .values({ therapist_id: tx.actor.id, session_id: sessionId, kind, text, version, updated_at: now })
    .onConflict((on) => on.columns(['therapist_id', 'session_id', 'kind']).doNothing())
    .executeTakeFirst()

const textFromRow = (kind: Kind, { text, version, shared, updatedAt }: SessionTextRow): SessionText => ({
  kind,
  text,
  version,
  shared,
  updatedAt,
})
