import { type ClientId, Id, type SessionId } from '@attune/contract/common/ids'
import { foldForSearch, isStorable } from '@attune/contract/common/text/text'
import type { Client, ClientListItem, ClientSort } from '@attune/contract/features/people/client/client'
import type { ClientCounts } from '@attune/contract/features/people/client/client.open-items'
import type { ClientFields } from '@attune/contract/features/people/client/client.fields'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { foldedSql } from '../../../platform/database/name-search.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { isPostgresTimestamp } from '../../../platform/database/timestamp.ts'
import { clientTagsSql, hasClientTagSql, hasMatchingTagSql } from '../client-tag/client-tag.ts'
import { fromNextSession } from '../../schedule/schedule/schedule.ts'
import { hasDuplicateSql } from './duplicates/duplicates.ts'
import {
  countClients,
  hasOpenItemSql,
  isWithoutNextSql,
  openItemsOfClientSql,
  selectOpenItems,
  toOpenItems,
} from './overview/open-items.ts'
import { clientFieldsSql, clientJoinsSql } from './client.fields.ts'

export type ClientsQuery = {
  search: string
  status?: string
  tag?: string
  /** Lists only clients with open items, or only active ones without a next session. */
  only?: 'open' | 'without-next'
  /** Whether to read each client's open items. */
  withOpen: boolean
  sort: ClientSort
  /** The cursor of the previous page. */
  after?: string
  limit: number
  now: Date
}

const state = sql`c.id, coalesce(c.account_id, c.id) as "personId", p.avatar_url as "avatarUrl", c.status, ${hasDuplicateSql} as "hasDouble", ${clientTagsSql} as tags`
const entry = sql`${state}, c.first_name as "firstName", c.last_name as "lastName", c.email`

/** SQL that begins with `from` and finds the last session of the client `c` that has begun and is neither declined nor pending nor cancelled. */
const lastStart = (now: Date) => sql`
  from app.session_client sc join app.session s on s.id = sc.session_id
   where sc.client_id = c.id and sc.answer <> 'declined' and sc.starts_at <= ${now} and s.status not in ('cancelled', 'denied', 'pending')
   order by sc.starts_at desc limit 1`
const sessionRef = sql`json_build_object('id', s.id, 'startsAt', s.starts_at)`
const sessionRefs = (now: Date) => sql`
  (select ${sessionRef} ${fromNextSession(now)}) as "nextSession", (select ${sessionRef} ${lastStart(now)}) as "lastSession"`

/** SQL for the invitation that the client `c` has not accepted, as JSON. */
const invitationSql = sql`
  (select json_build_object('sentAt', i.sent_at, 'expiresAt', i.expires_at) from app.invitation i
   where i.therapist_id = c.therapist_id and i.client_id = c.id and i.state <> 'accepted' and c.account_id is null)`

/** The sort key and the direction of each sort order. The cursor contains the sort key as text. */
const orders: Record<ClientSort, (now: Date) => { key: RawBuilder<unknown>; isDescending: boolean }> = {
  name: () => ({ key: sql`lower(c.last_name), lower(c.first_name)`, isDescending: false }),
  next: (now) => ({
    key: sql`coalesce((select s.starts_at ${fromNextSession(now)}), 'infinity')`,
    isDescending: false,
  }),
  last: (now) => ({ key: sql`coalesce((select s.starts_at ${lastStart(now)}), '-infinity')`, isDescending: true }),
  joined: () => ({ key: sql`c.joined_at`, isDescending: true }),
}

/** SQL for whether the client `c` matches a search that is not empty. */
function matchesSearchSql(search: string) {
  const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const pattern = patternOf(search.toLowerCase())
  return sql<boolean>`(${foldedSql(sql`c.name_key`)} like ${patternOf(foldForSearch(search))} or c.email like ${pattern}
    or c.phone like ${pattern} or ${hasMatchingTagSql(pattern)})`
}

/**
 * Returns one page of a therapist's clients. The search matches names, without their accents, email address, phone number and tags. `counts` is null
 * except on the first page of a query with `withOpen`. Refuses with BAD_REQUEST for an invalid cursor.
 */
export async function readClientPage(
  tx: Tx,
  wanted: ClientsQuery,
): Promise<{ items: ClientListItem[]; next: string | null; counts: ClientCounts | null }> {
  const { key, isDescending } = orders[wanted.sort](wanted.now)
  const openItems = wanted.withOpen || wanted.only === 'open' ? await selectOpenItems(tx, wanted.now) : null
  const counting =
    openItems && wanted.withOpen && wanted.after === undefined ? countClients(tx, openItems, wanted.now) : null
  const page = sql<ClientListItem & { place: string[] }>`
    ${openItems ? sql`with open_item as materialized (${openItems})` : sql``}
    select ${entry}, ${sessionRefs(wanted.now)}, ${invitationSql} as invitation, ${wanted.withOpen ? openItemsOfClientSql : sql`'[]'::json`} as open, jsonb_build_array(${key}, c.id) as place
    from app.client c left join app.person p on p.account_id = c.account_id
    where c.therapist_id = ${tx.actor.id}
      and (${wanted.status ?? null}::text is null or c.status = ${wanted.status ?? null})
      and ${wanted.search === '' ? sql`true` : matchesSearchSql(wanted.search)}
      and ${wanted.tag === undefined ? sql`true` : hasClientTagSql(wanted.tag)}
      and ${onlyCondition(wanted)}
      and ${afterCursor(wanted, key, isDescending)}
    order by ${isDescending ? sql`${key} desc, c.id desc` : sql`${key}, c.id`} limit ${wanted.limit + 1}`
  const [{ rows }, counts] = await Promise.all([page.execute(tx.kysely), counting])
  const items = rows.slice(0, wanted.limit)
  const end = items.at(-1)
  return {
    items: items.map((row) => {
      const { place: _, ...item } = row
      return { ...withInstants(item), open: toOpenItems(item.open), invitation: withIsoTimes(item.invitation) }
    }),
    counts,
    next: rows.length > wanted.limit && end ? cursor(wanted.sort, end.place) : null,
  }
}

function onlyCondition({ only, now }: ClientsQuery) {
  if (only === 'open') return hasOpenItemSql
  return only === 'without-next' ? isWithoutNextSql(now) : sql`true`
}

const withIsoTimes = (invitation: ClientListItem['invitation']) =>
  invitation && {
    sentAt: new Date(invitation.sentAt).toISOString(),
    expiresAt: new Date(invitation.expiresAt).toISOString(),
  }

const cursor = (sort: ClientSort, place: string[]) =>
  Buffer.from(JSON.stringify([sort, ...place])).toString('base64url')

function afterCursor({ sort, after }: ClientsQuery, key: RawBuilder<unknown>, isDescending: boolean) {
  if (after === undefined) return sql`true`
  const [order, ...values] = placeOf(after)
  const wanted = sort === 'name' ? 3 : 2
  const id = values.at(-1) ?? ''
  const moments = sort === 'name' ? [] : values.slice(0, -1)
  const isPlace =
    order === sort &&
    values.length === wanted &&
    Id.safeParse(id).success &&
    values.every(isStorable) &&
    moments.every((moment) => /^-?infinity$/.test(moment) || isPostgresTimestamp(moment))
  if (!isPlace) throw createRefusal('BAD_REQUEST', 400)
  const type = sort === 'name' ? sql`text` : sql`timestamptz`
  const bounds = sql.join(values.map((value, at) => sql`${value}::${at === values.length - 1 ? sql`uuid` : type}`))
  return isDescending ? sql`(${key}, c.id) < (${bounds})` : sql`(${key}, c.id) > (${bounds})`
}

function placeOf(after: string): string[] {
  try {
    const parts = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown
    if (Array.isArray(parts) && parts.every((part) => typeof part === 'string')) return parts
  } catch {
    // The code after this block refuses an unreadable cursor.
  }
  throw createRefusal('BAD_REQUEST', 400)
}

/** Converts the instants in JSON objects from the Postgres format to ISO 8601. */
function withInstants<T extends Pick<Client, 'nextSession' | 'lastSession'>>(row: T): T {
  const toIsoStart = (sessionRef: Client['nextSession']) =>
    sessionRef && { ...sessionRef, startsAt: new Date(sessionRef.startsAt).toISOString() }
  return { ...row, nextSession: toIsoStart(row.nextSession), lastSession: toIsoStart(row.lastSession) }
}

export type ClientRow = Omit<ClientListItem, 'open' | 'invitation'> &
  Required<Omit<ClientFields, 'contacts'>> &
  Pick<Client, 'notesContent'> & {
    version: number
    joinedAt: string
    hasAccount: boolean
    connectedAt: string | null
    disconnectedAt: string | null
    zone: string
  }

/** Returns one client record of the acting therapist with all its fields, or undefined for any other record. */
export async function findClient(tx: Tx, id: ClientId, now: Date): Promise<ClientRow | undefined> {
  const { rows } = await sql<ClientRow>`
    select ${state}, ${clientFieldsSql}, n.content as "notesContent", c.version, c.joined_at as "joinedAt", c.account_id is not null as "hasAccount",
      c.connected_at as "connectedAt", c.disconnected_at as "disconnectedAt", me.zone, ${sessionRefs(now)}
    from app.client c left join app.person p on p.account_id = c.account_id
      ${clientJoinsSql}
      left join app.person me on me.account_id = c.therapist_id
    where c.id = ${id} and c.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0] && withInstants(rows[0])
}

/** Returns the ids of the next and the last session of a client; undefined if the record belongs to another therapist. */
export async function findNextAndLastSession(
  tx: Tx,
  id: ClientId,
  now: Date,
): Promise<{ nextId: SessionId | null; lastId: SessionId | null } | undefined> {
  const { rows } = await sql<{ nextId: SessionId | null; lastId: SessionId | null }>`
    select (select s.id ${fromNextSession(now)}) as "nextId", (select s.id ${lastStart(now)}) as "lastId"
    from app.client c where c.id = ${id} and c.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0]
}

/** Returns whether a record belongs to the acting therapist. */
export async function isOwnClient(tx: Tx, id: ClientId): Promise<boolean> {
  const own = tx.kysely.selectFrom('client').select('id').where('id', '=', id).where('therapist_id', '=', tx.actor.id)
  return (await own.executeTakeFirst()) !== undefined
}

/** Returns the given clients of the acting therapist who have no account. */
export async function findClientsWithoutAccount(tx: Tx, ids: readonly ClientId[]): Promise<ClientId[]> {
  if (ids.length === 0) return []
  const rows = await tx.kysely
    .selectFrom('client')
    .select('id')
    .where('id', 'in', ids)
    .where('therapist_id', '=', tx.actor.id)
    .where('account_id', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
