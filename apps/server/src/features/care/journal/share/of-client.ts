import type { ClientId, JournalEntryId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

type NewEntries = { shared: number; count: number; items: { id: JournalEntryId; title: string; writtenAt: string }[] }

/**
 * Returns the number of journal entries that a client shares with the acting therapist, the number of those that are
 * new for the therapist, and the latest three of these.
 */
export async function countNewEntries(tx: Tx, clientId: ClientId): Promise<NewEntries> {
  const ofClient = sql`
    from app.journal_share h
    where h.therapist_id = ${tx.actor.id}
      and h.account_id = (select c.account_id from app.client_name c where c.id = ${clientId} and c.therapist_id = ${tx.actor.id})`
  const [counted, latest] = await Promise.all([
    sql<{ shared: number; count: number }>`
      select count(*)::int as shared, (count(*) filter (where h.is_new))::int as count ${ofClient}`.execute(tx.kysely),
    sql<NewEntries['items'][number]>`
      select e.entry_id as id, e.title, e.written_at as "writtenAt" from (
        select h.account_id, h.entry_id, h.fresh_at ${ofClient} and h.is_new order by h.fresh_at desc, h.entry_id desc limit 3) n
        join app.journal_publication e on e.account_id = n.account_id and e.entry_id = n.entry_id
      order by n.fresh_at desc, n.entry_id desc`.execute(tx.kysely),
  ])
  return { shared: 0, count: 0, ...counted.rows[0], items: latest.rows }
}
