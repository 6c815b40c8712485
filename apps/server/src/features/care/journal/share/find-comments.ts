import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { foldedSql, type FoundText } from '../../../../platform/database/name-search.ts'

/** The maximum number of comments and replies that a search reads, the latest first. */
const mostRead = 5_000

/**
 * Finds entries by the words of comments and replies on them: for a therapist, their own comments and replies on entries that are still shared; for a
 * client, the replies to their own entries. Comments have no index, because no role but the therapist's may read them.
 * @param words folded by `searchedWords`
 */
export async function findEntriesByComment(tx: Tx, words: readonly string[], limit: number): Promise<FoundText[]> {
  const isClient = tx.actor.role === 'client'
  const own = isClient
    ? sql`select r.entry_id, r.text, r.at from app.journal_reply r where r.account_id = ${tx.actor.id}`
    : sql`select r.entry_id, r.text, r.at from app.journal_reply r where r.therapist_id = ${tx.actor.id}
        union all select k.entry_id, k.text, k.at from app.journal_comment k where k.therapist_id = ${tx.actor.id}`
  const entries = isClient
    ? sql`select x.entry_id as id, null as "clientId", e.title, '' as person, x.at
        from x join app.journal_entry e on e.account_id = ${tx.actor.id} and e.id = x.entry_id and e.trashed_at is null`
    : sql`select x.entry_id as id, c.id as "clientId", p.title, c.name as person, x.at
        from x join app.journal_share s on s.therapist_id = ${tx.actor.id} and s.entry_id = x.entry_id
          join app.journal_publication p on p.account_id = s.account_id and p.entry_id = s.entry_id
          join app.client_name c on c.therapist_id = s.therapist_id and c.account_id = s.account_id`
  const hasWords = words.map((word) => sql`f.folded ~ ${`(^|[^[:alnum:]])${word}`}`)
  const { rows } = await sql<FoundText>`
    with f as materialized (select t.entry_id, t.at, ${foldedSql(sql`t.text`)} as folded from (${own}) t order by t.at desc limit ${mostRead}),
      x as (select f.entry_id, max(f.at) as at from f where ${sql.join([sql`true`, ...hasWords], sql` and `)} group by f.entry_id)
    select y.*, null as seq from (${entries}) y order by y.at desc, y.id limit ${limit}`.execute(tx.kysely)
  return rows
}
