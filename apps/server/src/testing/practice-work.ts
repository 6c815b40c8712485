import type pg from 'pg'
import { randomId } from './database.ts'

type Pair = { therapist: string; client: string; account: string; session: string; mark: string }

/** Inserts a client's files, tasks, journal entries (one of them shared) and safety plan. */
export async function seedClientWork(db: pg.Client, pair: Pair): Promise<void> {
  const [photo, sheet] = [await seedFile(db, pair.account, pair.mark), await seedFile(db, pair.therapist, pair.mark)]
  await db.query('insert into app.file_reader (account_id, file_id, reader_id) values ($1, $2, $3)', [
    pair.account,
    photo,
    pair.therapist,
  ])
  await db.query('insert into app.file_gone (account_id, file_id) values ($1, gen_random_uuid())', [pair.account])
  await seedTask(db, pair, sheet)
  await seedJournal(db, pair, photo)
  await db.query(
    `insert into app.safety_plan (account_id, warning_signs, what_helps, people, professionals) values ($1, array[$2], array[$2], $3, $3)`,
    [pair.account, pair.mark, JSON.stringify([{ name: pair.mark, phone: '' }])],
  )
  await db.query('insert into app.safety_plan_share (account_id, therapist_id) values ($1, $2)', [
    pair.account,
    pair.therapist,
  ])
  await db.query('insert into app.safety_plan_turn (account_id, therapist_id, turn) values ($1, $2, 1)', [
    pair.account,
    pair.therapist,
  ])
  await db.query(
    `insert into app.access (account_id, reader_id, thing, thing_id, at, slot) values ($1, $2, left($3, 40), $1, now(), now())`,
    [pair.account, pair.therapist, pair.mark],
  )
}

async function seedFile(db: pg.Client, owner: string, mark: string): Promise<string> {
  const id = randomId()
  await db.query(
    `insert into app.file (id, account_id, name, kind, type, size, sha256, state) values ($1, $2, $3, 'image', 'image/webp', 1, repeat('0', 64), 'ready')`,
    [id, owner, mark],
  )
  return id
}

const textOf = (mark: string) => JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', text: mark }] })

async function seedTask(db: pg.Client, { therapist, client, account, session, mark }: Pair, sheet: string) {
  const task = randomId()
  const own = [therapist, task, mark]
  await db.query(
    `insert into app.task (id, therapist_id, client_id, act_id, title, description, form, kind, priority, assigned_at, zone, session_id)
     values ($2, $1, $4, $2, $3, $5, '{"kind":"plain"}', 'plain', 'medium', now(), 'UTC', $6)`,
    [...own, client, textOf(mark), session],
  )
  await db.query('insert into app.task_file (therapist_id, task_id, account_id, file_id) values ($1, $2, $1, $3)', [
    therapist,
    task,
    sheet,
  ])
  await db.query('insert into app.task_client (therapist_id, task_id, client_id) values ($1, $2, $3)', [
    therapist,
    task,
    client,
  ])
  await db.query(
    `insert into app.task_history (therapist_id, task_id, at, by_account, by_role, action, to_status, reason, command)
     values ($1, $2, now(), $1, 'therapist', 'assign', 'assigned', $3, $2)`,
    own,
  )
  await db.query(
    `insert into app.task_draft (account_id, therapist_id, task_id, answer, saved_at) values ($4, $1, $2, jsonb_build_object('note', $3::text), now())`,
    [...own, account],
  )
  await db.query(
    `insert into app.task_answer (therapist_id, task_id, answer, handed_in_at) values ($1, $2, jsonb_build_object('note', $3::text), now())`,
    own,
  )
  await db.query(
    `insert into app.task_comment (id, therapist_id, task_id, by_role, text, at) values (gen_random_uuid(), $1, $2, 'client', $3, now())`,
    own,
  )
  await db.query(
    `insert into app.task_template (id, therapist_id, title, description, form, priority, updated_at)
     values (gen_random_uuid(), $1, $2, $3, '{"kind":"plain"}', 'medium', now())`,
    [therapist, mark, textOf(mark)],
  )
}

/** Inserts two journal entries: a private entry, and an entry with a reply and a comment that is shared with the therapist. */
async function seedJournal(db: pg.Client, { therapist, client, account, mark }: Pair, photo: string) {
  const [shared, kept] = [randomId(), randomId()]
  for (const [id, words] of [
    [shared, mark],
    [kept, `${mark} for nobody`],
  ]) {
    await db.query(
      `insert into app.journal_entry (id, account_id, title, content, excerpt, folded, tags, written_at) values ($1, $2, $3, $4, $3, $3, array[$3], now())`,
      [id, account, words, textOf(words ?? '')],
    )
  }
  const own = [account, shared, therapist]
  await db.query(
    'insert into app.journal_share (account_id, entry_id, therapist_id, shared_at, fresh_at) values ($1, $2, $3, now(), now())',
    own,
  )
  await db.query('insert into app.journal_file (account_id, entry_id, file_id, place) values ($1, $2, $3, 0)', [
    account,
    shared,
    photo,
  ])
  await db.query(
    `insert into app.journal_reply (id, account_id, entry_id, therapist_id, text, at) values (gen_random_uuid(), $1, $2, $3, $4, now())`,
    [...own, mark],
  )
  await db.query(
    `insert into app.journal_comment (id, therapist_id, client_id, entry_id, text, at) values (gen_random_uuid(), $1, $2, $3, $4, now())`,
    [therapist, client, shared, mark],
  )
  await db.query(
    'insert into app.journal_act (account_id, command, entry_id, at) values ($1, gen_random_uuid(), $2, now())',
    [account, shared],
  )
  await db.query('insert into app.journal_setting (account_id) values ($1)', [account])
}
