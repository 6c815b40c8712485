import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { SessionNoteState } from '@attune/contract/features/people/client/client.overview'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'

const [maxLines, maxLength] = [4, 400]

/** Returns the first lines of the plain text of a note: at most four lines that are not blank, and 400 characters. */
export function firstLines(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const first = lines.slice(0, maxLines).join('\n')
  if (first.length > maxLength) return `${[...first].slice(0, maxLength - 1).join('')}…`
  return lines.length > maxLines ? `${first}…` : first
}

type NoteRow = { sessionId: SessionId; startsAt: string; text: string; isSigned: boolean }

/** Returns the first lines of the latest notes on a client's sessions, the latest session first. */
export async function listLatestNotes(tx: Tx, clientId: ClientId, limit: number) {
  const { rows } = await sql<NoteRow>`
    select s.id as "sessionId", s.starts_at as "startsAt", left(n.text, 5000) as text, n.signed_at is not null as "isSigned"
    from app.session_client sc join app.session s on s.id = sc.session_id
      join app.session_note n on n.therapist_id = s.therapist_id and n.session_id = s.id
    where sc.therapist_id = ${tx.actor.id} and sc.client_id = ${clientId} and s.deleted_at is null and n.text ~ '\\S'
    order by sc.starts_at desc, s.id limit ${limit}`.execute(tx.kysely)
  return rows.map(({ text, ...note }) => ({ ...note, lines: firstLines(text) }))
}

type NextSteps = { sessionId: SessionId; startsAt: string; text: string; isShared: boolean }

/** Returns the next steps of a client's latest session that has begun and has next steps. */
export async function findNextSteps(tx: Tx, clientId: ClientId, now: Date): Promise<NextSteps | null> {
  const { rows } = await sql<NextSteps>`
    select s.id as "sessionId", s.starts_at as "startsAt", t.text,
      exists (select from app.session_text_share sh where sh.therapist_id = t.therapist_id and sh.text_id = t.id) as "isShared"
    from app.session_client sc join app.session s on s.id = sc.session_id
      join app.session_text t on t.therapist_id = s.therapist_id and t.session_id = s.id and t.kind = 'next-steps'
    where sc.therapist_id = ${tx.actor.id} and sc.client_id = ${clientId} and sc.starts_at <= ${now}
      and s.deleted_at is null and t.text ~ '\\S'
    order by sc.starts_at desc, s.id limit 1`.execute(tx.kysely)
  return rows[0] ?? null
}

/** Returns the state of the note on a session of the acting therapist. */
export async function readNoteState(tx: Tx, sessionId: SessionId): Promise<SessionNoteState> {
  const { rows } = await sql<{ isSigned: boolean; isBegun: boolean }>`
    select n.signed_at is not null as "isSigned", n.text ~ '\\S' as "isBegun" from app.session_note n
    where n.therapist_id = ${tx.actor.id} and n.session_id = ${sessionId}`.execute(tx.kysely)
  const note = rows[0]
  if (note?.isSigned) return 'signed'
  return note?.isBegun ? 'begun' : 'none'
}

const dayMs = 24 * 60 * 60_000
/** The days for which a session without a note is a note to write, and those for one that was recorded after it ended, as an import does. */
const [writeWithinDays, recordedWithinDays] = [90, 30]

/**
 * SQL that selects the acting therapist's sessions whose note must be written: completed sessions, and past sessions that were not cancelled, of
 * the last 90 days without a signed note. A session that was recorded after it ended counts for 30 days, and one without a note only from the time
 * that the therapist has set. With `anyAge`, also older sessions with an unsigned note. Columns: `id`, `therapist_id`, `starts_at`, and `begun`,
 * which is true if the note has text.
 */
export function selectSessionsToWrite(tx: Tx, now: Date, { anyAge = false } = {}): RawBuilder<unknown> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const hasText = sql`coalesce(n.text, '') ~ '\\S'`
  const isRecent = sql`s.starts_at > ${daysAgo(writeWithinDays)}
    and (s.created_at < s.ends_at or s.starts_at > ${daysAgo(recordedWithinDays)})
    and (${hasText} or s.starts_at >= coalesce((select w.needed_from from app.note_setting w where w.therapist_id = s.therapist_id), '-infinity'))`
  return sql`
    select s.id, s.therapist_id, s.starts_at, ${hasText} as begun from app.session s
      left join app.session_note n on n.therapist_id = s.therapist_id and n.session_id = s.id
    where s.therapist_id = ${tx.actor.id} and s.starts_at < ${now} and s.deleted_at is null and n.signed_at is null
      and ${anyAge ? sql`(${isRecent} or ${hasText})` : isRecent}
      and (s.status = 'completed' or s.status in ('scheduled', 'confirmed', 'rescheduled') and s.ends_at <= ${now})`
}
