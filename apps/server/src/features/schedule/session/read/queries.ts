import type { ClientId, GroupId, SessionId } from '@attune/contract/common/ids'
import type { ShownStatus } from '@attune/contract/features/schedule/session/session.shown.states'
import { isInstant } from '@attune/contract/common/time/time'
import { slotHoldingStatuses } from '@attune/contract/features/schedule/session/session.states'
import { sql, type RawBuilder } from 'kysely'
import type { Session } from '@attune/contract/features/schedule/session/session'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { isUuid } from '../../../../platform/text/uuid.ts'
import {
  awaitedChangeSql,
  baseColumns,
  notDeleted,
  sessionList,
  type SessionListRow,
  sessionsOfRows,
} from './view.queries.ts'

const day = 24 * 60 * 60 * 1000

/** The last session of the previous page. The next page starts after it. */
export type SessionCursor = { startsAt: string; id: SessionId }
/**
 * Parses a cursor `<start>_<id>`, which identifies the last row of the previous page. Refuses other values with
 * BAD_REQUEST.
 */
export function sessionCursorOf(after: string | undefined): SessionCursor | undefined {
  if (after === undefined) return undefined
  const [startsAt, id] = after.split('_')
  if (!startsAt || !id || !isInstant(startsAt) || !isUuid(id)) throw createRefusal('BAD_REQUEST', 400)
  return { startsAt, id }
}

export type SessionFilters = {
  groupId?: GroupId | undefined
  status?: ShownStatus[] | undefined
  format?: string | undefined
  therapyType?: string | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}
export type SessionPage = {
  which: 'upcoming' | 'history'
  after?: SessionCursor
  limit: number
  now: Date
  filters?: SessionFilters
}

export const ownClientRecords = sql`(select def.my_records())::uuid[]`

/**
 * SQL condition for sessions that are cancelled or denied. For a client, it also includes sessions that this client
 * declined.
 */
const isCancelled = (viewer: Actor['role']) =>
  viewer === 'client' || viewer === 'guardian'
    ? sql`(s.status in ('cancelled', 'denied') or link.answer = 'declined')`
    : sql`s.status in ('cancelled', 'denied')`
/**
 * SQL condition for past or cancelled sessions. The upcoming list and the history use this condition, so that each
 * session is in exactly one of them.
 */
const isPast = (viewer: Actor['role'], now: Date) =>
  sql`(s.ends_at <= ${now} or ${isCancelled(viewer)} or s.starts_at <= ${now} and s.status in ('completed', 'no-show'))`

/** Selects one page of a therapist’s sessions, along the index on their start times. */
export function therapistSessionPage(actor: Actor, page: SessionPage) {
  const [start, id] = [sql`s.starts_at`, sql`s.id`]
  const source = sql`app.session s where s.therapist_id = ${actor.id} and ${notDeleted('therapist')}`
  return sessionList(
    actor,
    sql`select * from (${pageQuery('therapist', source, start, id, page)}) s ${order(start, id, page)} limit ${page.limit}`,
    page.which === 'history' ? 'backward' : 'forward',
  )
}

/**
 * Selects one page of the sessions of client records. Reads at most `limit` rows of each record along the index, and
 * merges them.
 */
export function clientSessionPage(actor: Actor, records: RawBuilder<unknown>, page: SessionPage) {
  const source = sql`app.session_client link join app.session s on s.id = link.session_id where link.client_id = r and ${notDeleted(actor.role)}`
  const merged = sql`
    select s.* from unnest(${records}) r
    cross join lateral (${pageQuery(actor.role, source, sql`link.starts_at`, sql`link.session_id`, page)}) s
    ${order(sql`s.starts_at`, sql`s.id`, page)} limit ${page.limit}`
  return sessionList(actor, merged, page.which === 'history' ? 'backward' : 'forward')
}

/** Returns one page of the sessions of the client for whom the guardian acts. */
export async function listGuardedSessions(
  tx: Tx,
  clientId: ClientId,
  page: Pick<SessionPage, 'which' | 'after' | 'limit'>,
  now: Date,
): Promise<{ items: Session[]; next: string | null }> {
  const wanted = { ...page, limit: page.limit + 1, now }
  const { rows } = await clientSessionPage(tx.actor, sql`array[${clientId}]::uuid[]`, wanted).execute(tx.kysely)
  return sessionPageOf(rows, page.limit, tx.actor.role, now)
}

/** Returns the first page of the acting client's upcoming sessions, in the shape of `session.list`. */
export async function listOwnUpcomingSessions(
  tx: Tx,
  limit: number,
  now: Date,
): Promise<{ items: Session[]; next: string | null }> {
  const page = { which: 'upcoming' as const, after: undefined, limit: limit + 1, now, filters: {} }
  const { rows } = await clientSessionPage(tx.actor, ownClientRecords, page).execute(tx.kysely)
  return sessionPageOf(rows, limit, tx.actor.role, now)
}

/** Converts the rows of a page to sessions. Returns the first `limit` sessions, and the cursor of the next page if there are more. */
export function sessionPageOf(
  rows: SessionListRow[],
  limit: number,
  role: Actor['role'],
  now: Date,
): { items: Session[]; next: string | null } {
  const sessions = sessionsOfRows(rows, role, now)
  const items = sessions.slice(0, limit)
  const last = items.at(-1)
  return { items, next: sessions.length > limit && last ? `${last.startsAt}_${last.id}` : null }
}

/**
 * Selects one page of a list. The upcoming list is one forward index scan that starts 24 hours ago, because no session
 * lasts longer. The history merges backward index scans of past sessions, of cancelled future sessions, and of future
 * sessions that the client declined. A single scan for all of these would read and discard many other rows.
 */
function pageQuery(
  viewer: Actor['role'],
  source: RawBuilder<unknown>,
  start: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  page: SessionPage,
) {
  const { now, filters = {} } = page
  const matchesFilters = filterCondition(viewer, start, filters)
  const indexScan = (part: RawBuilder<unknown>) =>
    sql`(select ${baseColumns(viewer)} from ${source} and ${part} and ${afterCursor(start, id, page)} and ${matchesFilters} ${order(start, id, page)} limit ${page.limit})`
  if (page.which === 'upcoming') {
    return indexScan(sql`${start} > ${new Date(now.getTime() - day)} and not ${isPast(viewer, now)}`)
  }
  const past = indexScan(sql`${start} <= ${now} and ${isPast(viewer, now)}`)
  const calledOff = indexScan(sql`${start} > ${now} and s.status in ('cancelled', 'denied')`)
  if (viewer !== 'client' && viewer !== 'guardian') return sql`${calledOff} union all ${past}`
  const left = indexScan(
    sql`${start} > ${now} and link.answer = 'declined' and s.status not in ('cancelled', 'denied')`,
  )
  return sql`${calledOff} union all ${left} union all ${past}`
}

/**
 * Builds the condition for the filters of a list. `from` and `to` limit the index scan. The other filters are applied
 * to the rows of that scan.
 */
function filterCondition(
  viewer: Actor['role'],
  start: RawBuilder<unknown>,
  filters: SessionFilters,
): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (filters.groupId) parts.push(sql`s.group_id = ${filters.groupId}`)
  if (filters.from) parts.push(sql`${start} >= ${filters.from}`)
  if (filters.to) parts.push(sql`${start} < ${filters.to}`)
  if (filters.status?.length) parts.push(sql`${shownStatusSql(viewer)} = any(${filters.status}::text[])`)
  if (filters.format) parts.push(sql`s.format = ${filters.format}`)
  if (filters.therapyType) parts.push(sql`s.therapy_type = ${filters.therapyType}`)
  if (filters.search) parts.push(searchFilter(viewer, filters.search))
  return parts.length ? sql.join(parts, sql` and `) : sql`true`
}

/** SQL for the status that the viewer sees, as in `shownStatusOf`. To a client, a session that the client declined is cancelled. */
const shownStatusSql = (viewer: Actor['role']) => sql`
  case when ${viewer === 'client' ? sql`link.answer = 'declined'` : sql`false`} then 'cancelled'
    when s.status <> all(${[...slotHoldingStatuses]}::text[]) then s.status
    else coalesce(case ${awaitedChangeSql} when 'open' then 'change-requested' when 'countered' then 'time-proposed' end, s.status) end`

/**
 * Builds a condition for text in the location or in a name. A client searches the therapist’s name, a therapist the
 * clients’ names.
 */
function searchFilter(viewer: Actor['role'], search: string) {
  const like = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const nameMatches =
    viewer === 'client'
      ? sql`select from app.person n where n.account_id = s.therapist_id and (n.first_name || ' ' || n.last_name) ilike ${like}`
      : sql`select from app.session_client sc join app.client_name n on n.id = sc.client_id
            where sc.therapist_id = s.therapist_id and sc.session_id = s.id and (n.first_name || ' ' || n.last_name) ilike ${like}`
  return sql`(s.location ilike ${like} or exists (${nameMatches}))`
}

/** Builds a condition for the rows after the last row of the previous page, in the order of the list. */
function afterCursor(start: RawBuilder<unknown>, id: RawBuilder<unknown>, { which, after }: SessionPage) {
  if (!after) return sql`true`
  return which === 'history'
    ? sql`${start} <= ${after.startsAt} and (${start} < ${after.startsAt} or ${id} > ${after.id})`
    : sql`${start} >= ${after.startsAt} and (${start} > ${after.startsAt} or ${id} < ${after.id})`
}

const order = (start: RawBuilder<unknown>, id: RawBuilder<unknown>, { which }: SessionPage) =>
  which === 'history' ? sql`order by ${start} desc, ${id}` : sql`order by ${start}, ${id} desc`

/** Counts the sessions in the upcoming list and in the history. */
export function sessionCounts(actor: Actor, records: RawBuilder<unknown> | null, filters: SessionFilters, now: Date) {
  const source = records
    ? sql`app.session_client link join app.session s on s.id = link.session_id where link.client_id = any (${records})`
    : sql`app.session s where s.therapist_id = ${actor.id}`
  const start = records ? sql`link.starts_at` : sql`s.starts_at`
  return sql<{ upcoming: number; history: number }>`
    select count(*) filter (where not over) as upcoming, count(*) filter (where over) as history
    from (select ${isPast(actor.role, now)} as over from ${source} and ${notDeleted(actor.role)} and ${filterCondition(actor.role, start, filters)}) o`
}

/** Selects the sessions that overlap a time range, ordered by start. */
export function sessionsBetween(actor: Actor, from: string, to: string) {
  const { role, id } = actor
  const dayBefore = new Date(Date.parse(from) - day)
  const source =
    role === 'client'
      ? sql`select ${baseColumns(role)} from app.session_client link join app.session s on s.id = link.session_id
          where link.client_id = any (${ownClientRecords}) and link.starts_at < ${to} and link.starts_at > ${dayBefore} and s.ends_at > ${from}`
      : sql`select ${baseColumns(role)} from app.session s
          where s.therapist_id = ${id} and s.starts_at < ${to} and s.starts_at > ${dayBefore} and s.ends_at > ${from} and ${notDeleted(role)}`
  return sessionList(actor, source, 'forward')
}

/** Returns whether the acting client has had a session. */
export async function hasOwnPastSessions(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from app.session_client l join app.session s on s.id = l.session_id
      where l.client_id = any ((select def.my_records())::uuid[]) and l.starts_at < ${now} and s.status in ('completed', 'confirmed')) as any`.execute(
    tx.kysely,
  )
  return rows[0]?.any ?? false
}

/** Counts how many of the given clients of the acting therapist take part in a session that is not deleted. */
export async function countParticipants(tx: Tx, sessionId: SessionId, clientIds: ClientId[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from app.session_client sc join app.session s on s.therapist_id = sc.therapist_id and s.id = sc.session_id
    where sc.therapist_id = ${tx.actor.id} and sc.session_id = ${sessionId} and sc.client_id = any (${clientIds}::uuid[]) and s.deleted_at is null`.execute(
    tx.kysely,
  )
  return rows[0]?.count ?? 0
}
