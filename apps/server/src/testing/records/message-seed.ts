import type pg from 'pg'
import { writeAsOwner } from '../practice.ts'

/**
 * A conversation to insert: the id of the client record, the client's account, the number of messages, and the number of messages that the therapist
 * has not read.
 */
export type SeededConversation = { id: string; accountId: string; messages: number; unread: number }

const words = (
  'morgen bin ich etwas später weil der Zug nicht fährt danke für die Übung von gestern sie hat mir geholfen ich habe wieder schlecht ' +
  'geschlafen und lange gegrübelt können wir am Montag darüber sprechen bis dann liebe Grüße'
).split(' ')

/**
 * Inserts messages of about 120 characters, alternating between both sides, one every ten minutes until now. For every fourth message, records that
 * each side has read the conversation up to this message; the therapist has not read the latest `unread` messages. The word `rare<n>` occurs in every
 * 997th message, 'alltag' in all. Inserts no rows into `change`.
 */
export async function seedMessages(db: pg.Client, therapistId: string, made: SeededConversation[]): Promise<void> {
  const lists = [
    made.map(({ id }) => id),
    made.map(({ accountId }) => accountId),
    made.map(({ messages }) => messages),
    made.map(({ unread }) => unread),
  ]
  const each = 'unnest($2::uuid[], $3::uuid[], $4::int[], $5::int[]) c (id, account, messages, unread)'
  await writeAsOwner(db, async () => {
    const tables = ['conversation', 'message', 'conversation_read']
    for (const table of tables) await db.query(`alter table app.${table} disable trigger user`)
    await db.query(
      `insert into app.conversation (client_id, therapist_id, last_seq, last_at)
       select c.id, $1, c.messages, now() - (row_number() over ())::int * interval '1 minute' from ${each} where $3::uuid[] is not null
       on conflict (client_id) do update set last_seq = excluded.last_seq, last_at = excluded.last_at`,
      [therapistId, ...lists],
    )
    await db.query(
      `insert into app.message (id, therapist_id, client_id, seq, by_role, sender_id, text, words, created_at, updated_at)
       select gen_random_uuid(), $1, c.id, n, case when n % 2 = 0 then 'therapist' else 'client' end, case when n % 2 = 0 then $1 else c.account end,
         t.text, array_to_tsvector(array(select distinct w from unnest(string_to_array(lower(t.text), ' ')) w)), at, at
       from ${each}, generate_series(1, c.messages) n,
         lateral (select now() - (c.messages - n + 1) * interval '10 minutes' as at) _,
         lateral (select concat_ws(' ', 'alltag', case when n % 997 = 0 then 'rare' || n end,
           (select string_agg(($6::text[])[1 + (n * 7 + k * (1 + n % 5)) % cardinality($6::text[])], ' ') from generate_series(1, 18) k)) as text) t`,
      [therapistId, ...lists, words],
    )
    await db.query(
      `insert into app.conversation_read (therapist_id, client_id, by_role, seq, account_id, at)
       select $1, c.id, side, n, case side when 'therapist' then $1 else c.account end, now() - (c.messages - n) * interval '10 minutes'
       from ${each}, unnest(array['therapist', 'client']) side,
         lateral (select case side when 'therapist' then c.messages - c.unread else c.messages end as most) r,
         lateral (select n from generate_series(4, r.most, 4) n union select r.most) s where n >= 1`,
      [therapistId, ...lists],
    )
    for (const table of tables) await db.query(`alter table app.${table} enable trigger user`)
  })
  await db.query('set role attune_owner')
  for (const table of ['conversation', 'message', 'conversation_read']) await db.query(`vacuum analyze app.${table}`)
  await db.query('reset role')
}
