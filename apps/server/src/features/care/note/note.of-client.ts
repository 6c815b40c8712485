import type { ClientId, GroupId, SessionId } from '@attune/contract/common/ids'
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

/**
 * Returns the first lines of the latest parts about a client in the notes on sessions, the latest session first. Omits shared parts, and sessions
 * that begin at or after `before`.
 */
export async function listLatestNotes(tx: Tx, clientId: ClientId, limit: number, before: Date | string = 'infinity') {
  const { rows } = await sql<NoteRow>`
    select s.id as "sessionId", s.starts_at as "startsAt", left(n.text, 5000) as text, n.signed_at is not null as "isSigned"
    from app.session_client sc join app.session s on s.id = sc.session_id
      join app.session_note n on n.therapist_id = s.therapist_id and n.session_id = s.id and n.client_id = sc.client_id
    where sc.therapist_id = ${tx.actor.id} and sc.client_id = ${clientId} and s.deleted_at is null and n.text ~ '\\S'
      and sc.starts_at < ${before}::timestamptz
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

/** Returns the state of the part about a client in the note on a session of the acting therapist; without such a part, that of the shared one. */
export async function readNoteState(
  tx: Tx,
  { sessionId, clientId }: { sessionId: SessionId; clientId: ClientId },
): Promise<SessionNoteState> {
  const { rows } = await sql<{ isSigned: boolean; isBegun: boolean }>`
    select n.signed_at is not null as "isSigned", n.text ~ '\\S' as "isBegun" from app.session_note n
    where n.therapist_id = ${tx.actor.id} and n.session_id = ${sessionId} and (n.client_id = ${clientId} or n.client_id is null)
    order by n.client_id is null limit 1`.execute(tx.kysely)
  const note = rows[0]
  if (note?.isSigned) return 'signed'
  return note?.isBegun ? 'begun' : 'none'
}

/**
 * SQL for the state of the whole note on the session `s`: 'begun' if a part with text is not signed, otherwise 'signed' if a part is signed,
 * otherwise null.
 */
export const noteStateSql = sql`(select case when bool_or(n.signed_at is null and n.text ~ '\\S') then 'begun' when bool_or(n.signed_at is not null) then 'signed' end
  from app.session_note n where n.therapist_id = s.therapist_id and n.session_id = s.id)`

/** Returns the state of the whole note on each of these sessions of the acting therapist. */
export async function listNoteStates(
  tx: Tx,
  sessionIds: readonly SessionId[],
): Promise<{ sessionId: SessionId; state: SessionNoteState }[]> {
  const { rows } = await sql<{ sessionId: SessionId; state: SessionNoteState }>`
    select s.id as "sessionId", coalesce(${noteStateSql}, 'none') as state
    from app.session s where s.therapist_id = ${tx.actor.id} and s.id = any (${sessionIds}::uuid[]) and s.deleted_at is null
    order by s.starts_at, s.id`.execute(tx.kysely)
  return rows
}

type NoteInGroup = { sessionId: SessionId; startsAt: string; hasOwnPart: boolean; hasSharedPart: boolean }

/**
 * Returns the sessions of a group with a client whose note has a part about the client or a shared part, the latest first, and the number of all of
 * them.
 */
export async function listNotesInGroup(
  tx: Tx,
  { groupId, clientId, limit }: { groupId: GroupId; clientId: ClientId; limit: number },
): Promise<{ items: NoteInGroup[]; total: number }> {
  const { rows } = await sql<NoteInGroup & { total: number }>`
    select s.id as "sessionId", s.starts_at as "startsAt", bool_or(n.client_id is not null) as "hasOwnPart",
      bool_or(n.client_id is null) as "hasSharedPart", count(*) over ()::int as total
    from app.session_client p join app.session s on s.therapist_id = p.therapist_id and s.id = p.session_id
      join app.session_note n on n.therapist_id = p.therapist_id and n.session_id = p.session_id
    where p.therapist_id = ${tx.actor.id} and p.client_id = ${clientId} and s.group_id = ${groupId} and s.deleted_at is null
      and (n.client_id = p.client_id or n.client_id is null) and n.text ~ '\\S'
    group by s.id, s.starts_at order by s.starts_at desc, s.id limit ${limit}`.execute(tx.kysely)
  return { items: rows.map(({ total: _total, ...item }) => item), total: rows[0]?.total ?? 0 }
}

const dayMs = 24 * 60 * 60_000
/**
 * The number of days for which a session without a note counts as a note to write, and the shorter number for a session that was recorded after it
 * ended, for example by an import.
 */
const [writeWithinDays, recordedWithinDays] = [90, 30]

/**
 * SQL that selects the parts of notes that the acting therapist must write. They are of completed sessions, and of past sessions that were not
 * cancelled, of the last 90 days. A session that was recorded after it ended counts for 30 days, and one without a note only from the time that the
 * therapist has set. Each client who was there needs a part until a part of the note is signed; unsigned parts with text are selected in any case,
 * with `anyAge` also of older sessions. Columns: `id` and `starts_at` of the session, `therapist_id`, `client_id`, and `begun`, which is true if the
 * part or the shared one has text. If only the shared part is unsigned, its row has no `client_id`.
 */
export function selectNotesToWrite(tx: Tx, now: Date, { anyAge = false } = {}): RawBuilder<unknown> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const therapist = tx.actor.id
  const sessions = (more: RawBuilder<unknown>) => sql`
    select s.id, s.therapist_id, s.starts_at, s.ends_at, s.created_at from app.session s
    where s.therapist_id = ${therapist} and s.starts_at < ${now} and s.deleted_at is null and ${more}
      and (s.status = 'completed' or s.status in ('scheduled', 'confirmed', 'rescheduled') and s.ends_at <= ${now})`
  const from = daysAgo(writeWithinDays)
  // Of the older sessions, only those with an unsigned part are read, by the index of such parts.
  const older = sql`union all ${sessions(sql`s.starts_at <= ${from} and s.id in (
    select u.session_id from app.session_note u where u.therapist_id = ${therapist} and u.signed_at is null)`)}`
  const isRecent = sql`(s.starts_at > ${from} and (s.created_at < s.ends_at or s.starts_at > ${daysAgo(recordedWithinDays)}))`
  const isSince = sql`s.starts_at >= coalesce((select w.needed_from from app.note_setting w where w.therapist_id = ${therapist}), '-infinity')`
  const isBegun = sql`x.signed_at is null and x.text ~ '\\S'`
  const counts = (begun: RawBuilder<unknown>) =>
    anyAge ? sql`(${begun} or ${isRecent} and ${isSince})` : sql`${isRecent} and (${begun} or ${isSince})`
  const isPartBegun = sql`(c.client_id = any (n.begun) or n.is_shared_begun)`
  return sql`
    select s.id, s.therapist_id, s.starts_at, p.client_id, p.begun
    from (${sessions(sql`s.starts_at > ${from}`)} ${anyAge ? older : sql``}) s
      cross join lateral (
        select coalesce(bool_or(x.signed_at is not null), false) as is_signed, coalesce(bool_or(x.client_id is null and ${isBegun}), false) as is_shared_begun,
          coalesce(array_agg(x.client_id) filter (where x.client_id is not null and ${isBegun}), '{}') as begun
        from app.session_note x where x.therapist_id = s.therapist_id and x.session_id = s.id) n
      cross join lateral (
        with part as (
          select c.client_id, ${isPartBegun} as begun from app.session_client c
          where c.therapist_id = s.therapist_id and c.session_id = s.id and ${counts(isPartBegun)}
            and (c.client_id = any (n.begun)
              or not n.is_signed and c.answer <> 'declined' and coalesce(c.attendance not in ('absent', 'excused'), true)))
        select part.client_id, part.begun from part
        union all select null, true where n.is_shared_begun and ${counts(sql`true`)} and not exists (select from part)) p
    where not n.is_signed or n.is_shared_begun or n.begun <> '{}'`
}
