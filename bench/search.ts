import pg from 'pg'
import { markdownTable } from './cells.ts'
import { seedMessages } from '../apps/server/src/testing/records/message-seed.ts'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { headersOf, ids, createBenchPractice } from './practice.ts'
import { startBenchServer } from './server.ts'

/** The numbers of the measured therapist and of the others who have texts. */
const [owner, others] = [9, Array.from({ length: 19 }, (_, n) => 10 + n)]
const [clients, conversations, messagesEach, tasks, messagesOfOthers, calls] = [10_000, 850, 200, 30_000, 5_000, 300]

/** Durations in milliseconds of requests with different searches, and the seconds in which the index was built. */
export type SearchFigures = { names: number[]; texts: number[]; built: number }

/** Measures searches of a therapist with 10,000 clients and 200,000 texts, among 20 therapists with texts. */
export async function measureSearch(): Promise<SearchFigures> {
  const practice = await createBenchPractice(8_000, 1_000)
  try {
    const built = await fill(practice.url)
    const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    try {
      const headers = headersOf(practice, server.address, 'therapist', owner)
      const ask = async (path: string, query: string) => {
        const answer = await fetch(`${server.address}/api/search/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ query }),
        })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
        return ((await answer.json()) as { groups: unknown[] }).groups
      }
      const names = ['m', 'mu', 'müller 7', 'sought 1234', 'exercise 29', 'last tuesday', '120,50', 'zzz']
      const texts = ['rare997', 'rare', 'alltag', 'geschlafen montag', 'schlaf', 'unfindable']
      if ((await ask('names', 'müller')).length === 0) throw new Error('no name is found')
      if ((await ask('texts', 'rare997')).length === 0) throw new Error('no text is found')
      return {
        names: await timed((n) => ask('names', names[n % names.length] ?? '')),
        texts: await timed((n) => ask('texts', texts[n % texts.length] ?? '')),
        built,
      }
    } finally {
      await server.stop()
    }
  } finally {
    await practice.close()
  }
}

async function timed(work: (n: number) => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < 40; warm++) await work(warm)
  const all: number[] = []
  for (let n = 0; n < calls; n++) {
    const begun = performance.now()
    await work(n)
    all.push(performance.now() - begun)
  }
  return all.sort((a, b) => a - b)
}

/** Inserts clients, messages and tasks, builds the index, and returns the seconds that this took. */
async function fill(url: string): Promise<number> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    const therapist = ids.therapist(owner)
    await writeAsOwner(db, async () => {
      await db.query('alter table app.task disable trigger user')
      await db.query(
        `insert into app.client (id, therapist_id, first_name, last_name, status)
         select gen_random_uuid(), $1, (array['Ana', 'Chloé', 'Jörg', 'Zoë', 'Sought'])[1 + n % 5], 'Müller ' || n, 'active' from generate_series(1, $2::int) n`,
        [therapist, clients],
      )
      await db.query(
        `insert into app.task (id, therapist_id, client_id, act_id, title, description, form, kind, status, priority, assigned_at, deliver_at, delivered_at, zone)
         select gen_random_uuid(), $1, c.id, gen_random_uuid(), 'Exercise ' || n, '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Write what made it hard to sleep"}]}]}',
           '{"kind":"plain"}', 'plain', 'assigned', 'medium', now(), now(), now(), 'UTC'
         from generate_series(1, $2::int) n join (select id, row_number() over (order by id) as place from app.client where therapist_id = $1) c on c.place = 1 + n % $3::int`,
        [therapist, tasks, clients],
      )
      await db.query('alter table app.task enable trigger user')
    })
    const rows = await readClients(db, therapist, conversations)
    await seedMessages(
      db,
      therapist,
      rows.map(({ id }) => ({ id, accountId: therapist, messages: messagesEach, unread: 0 })),
    )
    for (const other of others) {
      const [first] = await readClients(db, ids.therapist(other), 1)
      const id = first?.id ?? ''
      await seedMessages(db, ids.therapist(other), [{ id, accountId: id, messages: messagesOfOthers, unread: 0 }])
    }
    return await build(db)
  } finally {
    await db.end()
  }
}

/** Returns the first clients of a therapist. */
async function readClients(db: pg.Client, therapist: string, count: number): Promise<{ id: string }[]> {
  let found: { id: string }[] = []
  await writeAsOwner(db, async () => {
    const { rows } = await db.query<{ id: string }>(
      'select id from app.client where therapist_id = $1 order by id limit $2',
      [therapist, count],
    )
    found = rows
  })
  return found
}

async function build(db: pg.Client): Promise<number> {
  const begun = performance.now()
  await db.query('set role attune_worker')
  for (let isDone = false; !isDone;) {
    const { rows } = await db.query<{ done: boolean }>('select def.build_search(500) as done')
    isDone = rows[0]?.done ?? true
  }
  const seconds = (performance.now() - begun) / 1000
  await db.query('set role attune_owner')
  for (const table of ['client', 'task', 'search_text']) await db.query(`vacuum analyze app.${table}`)
  await db.query('reset role')
  return seconds
}

export function searchTable({ names, texts, built }: SearchFigures): string {
  const at = (sorted: number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const row = (name: string, all: number[]) => {
    const p95 = at(all, 0.95)
    return [name, ms(p95), ms(at(all, 0.5)), '≤ 80 ms', p95 <= 80 ? 'met' : '**missed**']
  }
  return markdownTable(
    ['10,000 clients, 200,000 texts of one therapist among 20', '95 of 100 within', 'half within', 'goal', ''],
    [
      row('names, titles, amounts and dates', names),
      row('texts', texts),
      ['building the index of 295,000 texts', `${built.toFixed(0)} s`, '', '', ''],
    ],
  )
}
