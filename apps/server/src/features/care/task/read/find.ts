import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import {
  amongSql,
  foldedSql,
  type FoundText,
  nameRankSql,
  type NameSearch,
  readFoundNames,
} from '../../../../platform/database/name-search.ts'
import { otherPersonSql } from '../../../people/profile/profile.ts'
import { selectOwnTasks } from './queries.ts'

/**
 * Finds the actor's tasks by their title, also together with the name of the other person. Of a repeated task, finds only the first row and the
 * delivered rows.
 */
export const findTasksByTitle = (tx: Tx, search: NameSearch) =>
  readFoundNames(
    tx,
    search,
    sql`select t.id, t.client_id as "clientId", t.title, n.person, t.assigned_at as at,
        ${nameRankSql(search, sql`t.folded`, foldedSql(sql`n.person`))} as rank
      from (select t.id, t.therapist_id, t.client_id, t.title, t.assigned_at, ${foldedSql(sql`t.title`)} as folded from ${selectOwnTasks(tx)} and (t.delivered_at is not null or coalesce(t.repeat_number, 1) = 1) and ${amongSql(search, sql`t.id`)}) t
        cross join lateral (select ${otherPersonSql(tx.actor.role, 't')} as person) n`,
  )

/** Finds the acting therapist's templates of tasks by their title. */
export const findTaskTemplatesByTitle = (tx: Tx, search: NameSearch) =>
  readFoundNames(
    tx,
    search,
    sql`select m.id, null as "clientId", m.title, '' as person, null::timestamptz as at, ${nameRankSql(search, foldedSql(sql`m.title`))} as rank
      from app.task_template m where m.therapist_id = ${tx.actor.id}`,
  )

/** Reads titles and people of the actor's tasks with these ids. Omits withdrawn ones. */
export async function readFoundTasks(tx: Tx, ids: string[]): Promise<FoundText[]> {
  const { rows } = await sql<FoundText>`
    select t.id, t.client_id as "clientId", t.title, n.person, t.assigned_at as at, null as seq
    from (select t.id, t.therapist_id, t.client_id, t.title, t.assigned_at from ${selectOwnTasks(tx)} and t.id = any (${ids}::uuid[])) t
      cross join lateral (select ${otherPersonSql(tx.actor.role, 't')} as person) n`.execute(tx.kysely)
  return rows
}
