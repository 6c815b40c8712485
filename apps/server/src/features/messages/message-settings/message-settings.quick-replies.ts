import type { QuickReplies } from '@attune/contract/features/messages/message-settings/message-settings'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../platform/database/actor.ts'
import { foldedSql, nameRankSql, type NameSearch, readFoundNames } from '../../../platform/database/name-search.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'

/**
 * Saves the acting therapist’s quick replies if the list is based on the current version. Repeating the same call
 * changes nothing. Refuses with CHANGED and the current list.
 */
export async function saveQuickReplies(tx: Tx, { items, version }: QuickReplies): Promise<QuickReplies> {
  const { rowCount } = await tx.run(
    `insert into app.message_settings as s (therapist_id, quick_replies, quick_replies_version)
       select $1::uuid, $2::jsonb, 1 where $3::int = 0 or exists (select from app.message_settings where therapist_id = $1::uuid)
     on conflict (therapist_id) do update set quick_replies = excluded.quick_replies, quick_replies_version = s.quick_replies_version + 1
       where s.quick_replies_version = $3::int`,
    [tx.actor.id, JSON.stringify(items), version],
  )
  if (rowCount) return { items, version: version + 1 }
  const current = await readQuickRepliesRow(tx)
  if (current.version === version + 1 && isDeepStrictEqual(current.items, items)) return current
  throw createRefusal('CHANGED', 409, current)
}

async function readQuickRepliesRow(tx: Tx): Promise<QuickReplies> {
  const { rows } = await sql<QuickReplies>`
    select quick_replies as items, quick_replies_version as version
    from app.message_settings where therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0] ?? { items: [], version: 0 }
}

/** Finds the acting therapist's quick replies by their text. */
export const findQuickReplies = (tx: Tx, search: NameSearch) =>
  readFoundNames(
    tx,
    search,
    sql`select (r ->> 'id')::uuid as id, null as "clientId", r ->> 'text' as title, '' as person, null::timestamptz as at,
        ${nameRankSql(search, foldedSql(sql`(r ->> 'text')`))} as rank
      from app.message_settings s, jsonb_array_elements(s.quick_replies) r where s.therapist_id = ${tx.actor.id}`,
  )
