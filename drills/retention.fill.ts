import type pg from 'pg'
import { randomId } from '../apps/server/src/testing/database/database.ts'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'

/** The beginning of the last names of the records that are to be erased. */
export const endedName = 'Ended'
const text =
  'Schlief die letzte Woche schlecht und grübelte viel. Die Übung vom Montag half, am Abend war es ruhiger. '.repeat(5)
const tables = [
  'client',
  'session',
  'session_client',
  'session_note',
  'conversation',
  'message',
  'file',
  'file_reader',
  'document',
]

/**
 * Inserts records of a therapist that have no account, each with 10 sessions with a note, 20 messages and 2 documents. Returns their ids. Inserts no
 * rows into `change`.
 */
export async function fillEndedRecords(db: pg.Client, therapistId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, randomId)
  const of = [therapistId, ids]
  await writeAsOwner(db, async () => {
    for (const table of tables) await db.query(`alter table app.${table} disable trigger user`)
    await db.query(
      `insert into app.client (id, therapist_id, first_name, last_name, address, status)
       select c.id, $1, 'Ana', '${endedName}-' || c.n, 'Am Graben 5', 'inactive' from unnest($2::uuid[]) with ordinality c (id, n)`,
      of,
    )
    await db.query(
      `with planned as materialized (
         select gen_random_uuid() as id, c.id as client, now() - ((c.n * 10 + k) * interval '1 hour') as at
         from unnest($2::uuid[]) with ordinality c (id, n), generate_series(1, 10) k),
       made as (
         insert into app.session (id, therapist_id, starts_at, ends_at, format, status)
         select id, $1, at, at + interval '50 minutes', 'in-person', 'completed' from planned),
       attended as (
         insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer) select $1, id, client, at, 'accepted' from planned)
       insert into app.session_note (therapist_id, session_id, text, version) select $1, id, $3, 1 from planned`,
      [...of, text],
    )
    await db.query(
      `insert into app.conversation (client_id, therapist_id, last_seq) select c.id, $1, 20 from unnest($2::uuid[]) c (id)`,
      of,
    )
    await db.query(
      `insert into app.message (id, therapist_id, client_id, seq, by_role, sender_id, text, words, created_at, updated_at)
       select gen_random_uuid(), $1, c.id, n, 'therapist', $1, left($3, 200), to_tsvector('simple', left($3, 200)), now(), now()
       from unnest($2::uuid[]) c (id), generate_series(1, 20) n`,
      [...of, text],
    )
    await db.query(
      `with planned as materialized (select gen_random_uuid() as id, c.id as client from unnest($2::uuid[]) c (id), generate_series(1, 2)),
       made as (
         insert into app.file (id, account_id, name, kind, size, type, state, sha256, complete_at)
         select id, $1, 'report.pdf', 'pdf', 1000, 'application/pdf', 'ready', repeat('0', 64), now() from planned)
       insert into app.document (id, therapist_id, client_id, account_id, file_id, is_from_client) select gen_random_uuid(), $1, client, $1, id, false from planned`,
      of,
    )
    for (const table of tables) await db.query(`alter table app.${table} enable trigger user`)
  })
  await db.query('set role attune_owner')
  for (const table of tables) await db.query(`vacuum analyze app.${table}`)
  await db.query('reset role')
  return ids
}
