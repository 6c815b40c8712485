import type { SessionText } from '@attune/contract/features/session'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'
import { sessionTextOf, type TextRow } from './note.queries.ts'

type Kind = SessionText['kind']
type Save = { sessionId: string; kind: Kind; text: string; version: number }

/** Saves objectives or next steps as they are typed. Refuses NOTE_CHANGED with what stands; the same save again changes nothing. */
export async function saveText(tx: Tx, save: Save, now: Date): Promise<SessionText> {
  const { sessionId, kind, text, version } = save
  const before = await needText(tx, sessionId, kind)
  if (before?.version === version + 1 && before.text === text) return toText(kind, before)
  if ((before?.version ?? 0) !== version)
    throw refuse('NOTE_CHANGED', 409, { text: before?.text ?? '', version: before?.version ?? 0 })
  const written = before
    ? await tx.kysely
        .updateTable('session_text')
        .set({ text, version: version + 1, updated_at: now })
        .where('therapist_id', '=', tx.actor.id)
        .where('id', '=', before.id)
        .where('version', '=', version)
        .executeTakeFirst()
    : await begin(tx, { sessionId, kind, text, version: version + 1, now })
  const rows = 'numUpdatedRows' in written ? written.numUpdatedRows : written.numInsertedOrUpdatedRows
  // Somebody else was faster: what stands now says how.
  if (!rows) return saveText(tx, save, now)
  return { kind, text, version: version + 1, shared: before?.shared ?? false, updatedAt: now.toISOString() }
}

/** Shows a text to everybody who takes part, or to nobody any more. What is saved later is seen at once. */
export async function shareText(
  tx: Tx,
  wish: { sessionId: string; kind: Kind; shared: boolean },
  now: Date,
): Promise<SessionText> {
  const { sessionId, kind, shared } = wish
  const before = await needText(tx, sessionId, kind)
  if (!before) {
    if (!shared) return { kind, text: '', version: 0, shared, updatedAt: null }
    await begin(tx, { sessionId, kind, text: '', version: 0, now })
    return shareText(tx, wish, now)
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
  return toText(kind, { ...before, shared })
}

async function needText(tx: Tx, sessionId: string, kind: Kind): Promise<TextRow | null> {
  const found = await sessionTextOf(tx, sessionId, kind)
  if (!found) throw notFound()
  return found.id === null ? null : found
}

type New = Save & { now: Date }
const begin = (tx: Tx, { sessionId, kind, text, version, now }: New) =>
  tx.kysely
    .insertInto('session_text')
    .values({ therapist_id: tx.actor.id as string, session_id: sessionId, kind, text, version, updated_at: now })
    .onConflict((on) => on.columns(['therapist_id', 'session_id', 'kind']).doNothing())
    .executeTakeFirst()

const toText = (kind: Kind, { text, version, shared, updatedAt }: TextRow): SessionText => ({
  kind,
  text,
  version,
  shared,
  updatedAt,
})
