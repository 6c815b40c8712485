import type { AccountId } from '@attune/contract/common/ids'
import type { AccessLogEntry, AccessedResource } from '@attune/contract/features/people/access/access'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'

type Row = {
  id: string
  at: string
  thing: AccessedResource
  thingId: string | null
  readerId: AccountId
  name: string | null
  avatarUrl: string | null
}

type Page = { readerId?: AccountId | undefined; after: string | undefined; limit: number }

/**
 * Returns one page of the acting client's access log, the latest line first. `after` is the id of the last line on
 * the previous page.
 */
export async function readAccessLogPage(tx: Tx, { readerId, after, limit }: Page): Promise<AccessLogEntry[]> {
  const { rows } = await sql<Row>`
    select a.id, a.at, a.thing, a.reader_id as "readerId", coalesce(p.name, g.name) as name, p.avatar_url as "avatarUrl",
      case when a.thing in ('journal-entry', 'task-answer') and not a.thing_id = any ((select def.my_records())::uuid[]) then a.thing_id end as "thingId"
    from app.access a left join app.person p on p.account_id = a.reader_id left join def.guardians_of_my_records() g on g.account_id = a.reader_id
    where a.account_id = ${tx.actor.id} and (${readerId ?? null}::uuid is null or a.reader_id = ${readerId ?? null}::uuid)
      and (${after ?? null}::uuid is null or (a.at, a.id) < (select l.at, l.id from app.access l where l.account_id = ${tx.actor.id} and l.id = ${after ?? null}::uuid))
    order by a.at desc, a.id desc limit ${limit}`.execute(tx.kysely)
  return rows.map(({ readerId: reader, name, avatarUrl, ...line }) => ({
    ...line,
    reader: { id: reader, name: name ?? '', avatarUrl },
  }))
}

/** Returns the accesses to one resource of the acting client: at most 50 lines of the access log with person and time, latest first. */
export async function listAccesses(
  tx: Tx,
  resource: AccessedResource,
  resourceId: string,
): Promise<Pick<AccessLogEntry, 'at' | 'reader'>[]> {
  const { rows } = await sql<Row>`
    select a.at, a.reader_id as "readerId", p.name as name, p.avatar_url as "avatarUrl"
    from app.access a left join app.person p on p.account_id = a.reader_id
    where a.account_id = ${tx.actor.id} and a.thing = ${resource} and a.thing_id = ${resourceId}
    order by a.at desc limit 50`.execute(tx.kysely)
  return rows.map(({ at, readerId, name, avatarUrl }) => ({
    at,
    reader: { id: readerId, name: name ?? '', avatarUrl },
  }))
}
