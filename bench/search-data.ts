import pg from 'pg'
import { openDb } from '../apps/server/src/platform/database/actor.ts'
import { openPool } from '../apps/server/src/platform/database/pools.ts'
import { seedMessages } from '../apps/server/src/testing/records/message-seed.ts'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { type BenchPractice, ids } from './practice.ts'

/** The numbers that identify the measured therapist and the other therapists who have texts. */
export const searchedTherapist = 9
const others = Array.from({ length: 19 }, (_, n) => 10 + n)
/**
 * The numbers of clients, messages and conversations. One long conversation of the measured therapist contains a word that only one of its messages
 * has; the other conversations are short.
 */
const [clients, longConversation, conversations, messagesEach, messagesOfOthers] = [10_000, 1_000, 845, 200, 5_000]
/** The numbers of the therapist's tasks, sent forms, documents and invoices. */
const named = { tasks: 30_000, forms: 10_000, documents: 20_000, invoices: 20_000 }

const tables = [
  'client',
  'task',
  'sent_form',
  'file',
  'document',
  'invoice',
  'invoice_series',
  'conversation',
  'message',
]
const [text, clientOf] = [
  `'{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Write what made it hard to sleep"}]}]}'`,
  'join numbered c on c.place = 1 + n % (select count(*) from numbered)',
]
const numbered = `with numbered as materialized (select id, row_number() over (order by id) as place from app.client where therapist_id = $1)`

/** The SQL that inserts `$2` rows of each kind for the therapist `$1`. Each client has one to three of a kind. */
const inserts: [count: number, sql: string][] = [
  [
    clients,
    `insert into app.client (id, therapist_id, first_name, last_name, status)
     select gen_random_uuid(), $1, (array['Ana', 'Chloé', 'Jörg', 'Zoë', 'Sought'])[1 + n % 5], 'Müller ' || n, 'active' from generate_series(1, $2::int) n`,
  ],
  [
    named.tasks,
    `insert into app.task (id, therapist_id, client_id, act_id, title, description, form, kind, status, priority, assigned_at, deliver_at, delivered_at, zone)
     ${numbered} select gen_random_uuid(), $1, c.id, gen_random_uuid(), 'Exercise ' || n, ${text}, '{"kind":"plain"}', 'plain', 'assigned', 'medium', now(), now(), now(), 'UTC'
     from generate_series(1, $2::int) n ${clientOf}`,
  ],
  [
    named.forms,
    `insert into app.sent_form (id, therapist_id, client_id, form_id, form_version, frozen, text_sha256)
     ${numbered} select gen_random_uuid(), $1, c.id, gen_random_uuid(), 1, jsonb_build_object('title', 'Einwilligung ' || n), repeat('0', 64)
     from generate_series(1, $2::int) n ${clientOf}`,
  ],
  [
    named.documents,
    `with made as (insert into app.file (id, account_id, name, kind, type, size, sha256, state)
       select gen_random_uuid(), $1, 'Überweisung ' || n || '.pdf', 'pdf', 'application/pdf', 100, repeat('0', 64), 'ready' from generate_series(1, $2::int) n returning id),
     numbered as materialized (select id, row_number() over (order by id) as place from app.client where therapist_id = $1)
     insert into app.document (id, therapist_id, client_id, account_id, file_id, is_from_client)
       select gen_random_uuid(), $1, c.id, $1, m.id, false from (select id, row_number() over () as n from made) m ${clientOf}`,
  ],
  [
    named.invoices,
    `with series as (insert into app.invoice_series (therapist_id, year) values ($1, 2000) returning therapist_id),
     numbered as materialized (select id, row_number() over (order by id) as place from app.client where therapist_id = $1)
     insert into app.invoice (id, therapist_id, client_id, status, year, number, number_text, issued_on, issued_at, frozen, command, language, currency, net_minor, gross_minor)
       select gen_random_uuid(), s.therapist_id, c.id, 'issued', 2000, n, '2000-' || lpad(n::text, 5, '0'), current_date, now(),
         jsonb_build_object('buyer', jsonb_build_object('name', 'Barmer ' || n), 'seller', jsonb_build_object('name', 'Thea')), gen_random_uuid(), 'de', 'EUR', 100 * n, 100 * n
       from series s, generate_series(1, $2::int) n ${clientOf}`,
  ],
]

/** Inserts the names and texts, builds the indexes, and returns the seconds that building took. */
export async function fillSearched(practice: BenchPractice): Promise<number> {
  const db = new pg.Client(practice.url)
  await db.connect()
  try {
    await setTriggers(db, 'disable')
    for (const [count, insert] of inserts)
      await writeAsOwner(db, async () => void (await db.query(insert, [ids.therapist(searchedTherapist), count])))
    await setTriggers(db, 'enable')
    const short = Array.from({ length: conversations }, () => messagesEach)
    await addMessages(db, searchedTherapist, [longConversation, ...short])
    for (const other of others) await addMessages(db, other, [messagesOfOthers])
    await spread(db)
    await vacuum(db, ...tables)
    const seconds = await buildIndex(practice)
    await vacuum(db, 'search_name', 'search_text')
    return seconds
  } finally {
    await db.end()
  }
}

/** Turns the triggers of the tables off or on. They would index each row when it is inserted. */
async function setTriggers(db: pg.Client, state: 'disable' | 'enable') {
  await writeAsOwner(db, async () => {
    for (const table of tables) await db.query(`alter table app.${table} ${state} trigger user`)
  })
}

/** Inserts messages with the first clients of a therapist. `counts` contains the number of messages for each client. */
async function addMessages(db: pg.Client, therapist: number, counts: number[]) {
  const made: { id: string; accountId: string; messages: number; unread: number }[] = []
  await writeAsOwner(db, async () => {
    const { rows } = await db.query<{ id: string }>(
      'select id from app.client where therapist_id = $1 order by id limit $2',
      [ids.therapist(therapist), counts.length],
    )
    for (const [at, { id }] of rows.entries())
      made.push({ id, accountId: ids.therapist(therapist), messages: counts[at] ?? 0, unread: 0 })
  })
  await seedMessages(db, ids.therapist(therapist), made)
}

/** Spreads the messages, which are ten minutes apart, over years: those of a short conversation over four, those of the long ones over more. */
async function spread(db: pg.Client) {
  await setTriggers(db, 'disable')
  await writeAsOwner(
    db,
    async () => void (await db.query(`update app.message set created_at = now() - (now() - created_at) * 1000`)),
  )
  await setTriggers(db, 'enable')
}

async function vacuum(db: pg.Client, ...names: string[]) {
  await db.query('set role attune_owner')
  for (const table of names) await db.query(`vacuum analyze app.${table}`)
  await db.query('reset role')
}

async function buildIndex({ url, secrets }: BenchPractice): Promise<number> {
  const pool = openPool(url, secrets, 1)
  const begun = performance.now()
  const db = openDb(pool)
  for (let isBuilt = false; !isBuilt;)
    isBuilt = await db.asActor({ role: 'worker', id: null }, async (tx) => {
      const { rows } = await tx.run<{ done: boolean }>('select def.build_search(500) as done')
      return rows[0]?.done ?? true
    })
  const seconds = (performance.now() - begun) / 1000
  await pool.end()
  return seconds
}
