import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { FoundText } from '../../../../platform/database/name-search.ts'
import { personColumnsOf } from './conversations.ts'

/** Returns the person, the time and the number of each of these messages that is in a conversation of the actor. Omits deleted messages. */
export async function readFoundMessages(tx: Tx, ids: string[]): Promise<FoundText[]> {
  const person = personColumnsOf(tx.actor)
  const { rows } = await sql<FoundText>`
    select m.id, m.client_id as "clientId", '' as title, coalesce(${person.name}, '') as person, m.created_at as at, m.seq
    from app.message m join app.client_name c on c.therapist_id = m.therapist_id and c.id = m.client_id
      left join app.person p on p.account_id = ${person.account}
    where m.id = any (${ids}::uuid[]) and m.deleted_at is null`.execute(tx.kysely)
  return rows
}
