import {
  type ClientCounts,
  type ClientOpenItem,
  clientOpenKinds,
} from '@attune/contract/features/people/client/client.open-items'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { selectNotesToWrite } from '../../../care/note/note.ts'
import { fromNextSession } from '../../../schedule/schedule/schedule.ts'
import { selectOverdueTasks } from '../../../care/task/task.ts'

const firstOf = sql`(array_agg(s.id order by s.starts_at, s.id))[1]`

/**
 * SQL for all open items of the acting therapist's clients, one row per client and kind. Each part reads a partial index or the sessions of the last
 * 90 days, so the time of the query depends on the number of open items, not on the length of the record.
 */
export async function selectOpenItems(tx: Tx, now: Date): Promise<RawBuilder<unknown>> {
  const me = tx.actor.id
  const overdue = await selectOverdueTasks(tx, now)
  return sql`
    select sc.client_id, 'session' as kind, count(*)::int as count, min(s.starts_at) as at, ${firstOf} as id
    from app.session s join app.session_client sc on sc.therapist_id = s.therapist_id and sc.session_id = s.id
    where s.therapist_id = ${me} and s.status = 'pending' and s.starts_at > ${now} and s.deleted_at is null group by 1
    union all
    select cr.client_id, case cr.kind when 'cancel' then 'cancel' else 'move' end, count(*)::int, min(s.starts_at), ${firstOf}
    from app.change_request cr join app.session s on s.id = cr.session_id
    where cr.therapist_id = ${me} and cr.state = 'open' and s.starts_at > ${now} and s.deleted_at is null group by 1, 2
    union all
    select t.client_id, 'task', count(*)::int, null, (array_agg(t.id order by t.due_day, t.id))[1] from (${overdue}) t group by 1
    union all
    select sc.client_id, 'note', count(*)::int, min(s.starts_at), ${firstOf}
    from (${selectNotesToWrite(tx, now)}) s join app.session_client sc on sc.therapist_id = s.therapist_id and sc.session_id = s.id
    where sc.client_id = s.client_id or (s.client_id is null and sc.answer <> 'declined') group by 1
    union all
    select c.id, 'entry', count(*)::int, null, null
    from app.journal_share h join app.client c on c.therapist_id = h.therapist_id and c.account_id = h.account_id
    where h.therapist_id = ${me} and h.is_new group by 1`
}

/** SQL for the open items of the client `c` as JSON. */
export const openItemsOfClientSql = sql`
  (select coalesce(json_agg(json_build_object('kind', o.kind, 'count', o.count, 'at', o.at, 'id', o.id)), '[]')
   from open_item o where o.client_id = c.id)`

export const hasOpenItemSql = sql`exists (select from open_item o where o.client_id = c.id)`

/** SQL condition that is true if the client `c` is active and has no scheduled session. */
export const isWithoutNextSql = (now: Date) =>
  sql`(c.status = 'active' and not exists (select ${fromNextSession(now)}))`

/** Sorts open items by urgency, and converts their times from the Postgres format to ISO 8601. */
export const toOpenItems = (items: ClientOpenItem[]): ClientOpenItem[] =>
  items
    .map((item) => ({ ...item, at: item.at && new Date(item.at).toISOString() }))
    .sort((one, other) => clientOpenKinds.indexOf(one.kind) - clientOpenKinds.indexOf(other.kind))

/** Returns the number of clients of the acting therapist that each filter of the list finds on its own. */
export async function countClients(tx: Tx, openItems: RawBuilder<unknown>, now: Date): Promise<ClientCounts> {
  const { rows } = await sql<ClientCounts>`
    with open_item as materialized (${openItems})
    select (count(*) filter (where c.status = 'active'))::int as active, (count(*) filter (where c.status = 'pending'))::int as pending,
      (count(*) filter (where c.status = 'inactive'))::int as inactive, count(*)::int as "all",
      (count(*) filter (where ${hasOpenItemSql}))::int as open,
      (count(*) filter (where ${isWithoutNextSql(now)}))::int as "withoutNext"
    from app.client c where c.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0] ?? { active: 0, pending: 0, inactive: 0, all: 0, open: 0, withoutNext: 0 }
}
