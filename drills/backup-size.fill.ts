import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { sizeOf } from '../apps/server/src/platform/backup/space.ts'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { connectDatabase, type DrillContext, type DrillPair } from './context.ts'

/** The size of a user's file in bytes. Like a picture, it cannot be compressed further. */
const fileBytes = 50_000
/** The number of rows that one transaction writes. */
const rowsAtOnce = 50_000

const words =
  'the a to and of in that it with for was is on as at by this from week session felt less more after before sleep work home mother father friend morning evening walk alone together quiet angry sad calm tired slept talked cried agreed tried noticed thought feeling plan exercise breathing anxious hopeful difficult better worse again never always sometimes doctor'

/** Fills the database of a practice up to a size in bytes with journal entries and lines of the audit log, and adds files of its users. */
export async function fillPractice(
  context: DrillContext,
  { bytes, files }: { bytes: number; files: number },
  say: (line: string) => void,
): Promise<void> {
  const db = await connectDatabase(context.url())
  const [pair] = context.pairs as [DrillPair]
  try {
    await db.query('set role attune_owner')
    for (const table of filled) await db.query(`alter table app.${table} no force row level security`)
    await db.query('alter table app.journal_entry disable trigger user')
    await addFiles(db, context.dataDir, pair, files)
    const paragraphs = makeParagraphs()
    for (let from = 0; ; from += rowsAtOnce) {
      const size = sizeOf(join(clusterPath(context.dataDir), 'base'))
      if (size >= bytes) break
      if (from % (rowsAtOnce * 10) === 0) say(`the database has ${(size / 1024 ** 3).toFixed(1)} GB`)
      await db.query(entries, [pair.accountId, from, rowsAtOnce, paragraphs])
      await db.query(auditLines, [pair.therapistId, rowsAtOnce])
    }
    await db.query('alter table app.journal_entry enable trigger user')
    for (const table of filled) await db.query(`alter table app.${table} force row level security`)
    // In a practice with ten years of rows, Postgres vacuumed them long ago. Otherwise the first vacuum would run during the backup and write a log
    // half as large as the data.
    for (const table of filled) await db.query(`vacuum (freeze, analyze) app.${table}`)
  } finally {
    await db.end()
  }
}

/** The tables that the drill fills and compares. */
export const filled = ['journal_entry', 'audit', 'file'] as const

/** Creates paragraphs of random words. Each journal entry has two of them. */
function makeParagraphs(): string[] {
  const all = words.split(' ')
  const word = () => all[randomInt(all.length)] ?? ''
  return Array.from({ length: 5_000 }, () => Array.from({ length: 70 }, word).join(' '))
}

/** Inserts $3 journal entries. Their ids increase, as those of the product do, so that each index grows at its end. */
const entries = `with paragraph as materialized (select number, text from unnest($4::text[]) with ordinality as p (text, number))
  insert into app.journal_entry (id, account_id, title, content, excerpt, folded, written_at)
  select ('00000000-0000-4000-8000-' || lpad(to_hex($2::int + n), 12, '0'))::uuid, $1, 'Entry ' || n, jsonb_build_object('text', p.text || ' ' || q.text), left(p.text, 100),
    p.text || ' ' || q.text, now() - interval '10 years' + ($2::int + n) * interval '1 minute'
  from generate_series(1, $3::int) n
  join paragraph p on p.number = 1 + (n * 7919) % 5000 join paragraph q on q.number = 1 + (n * 3571 + $2::int) % 5000`

const auditLines = `insert into app.audit (actor_id, actor_role, action, thing, thing_id, request_id)
  select $1, 'therapist', 'read', 'session', gen_random_uuid(), md5(n::text || random()) from generate_series(1, $2::int) n`

async function addFiles(db: pg.Client, dataDir: string, { accountId }: DrillPair, count: number): Promise<void> {
  const made = Array.from({ length: count }, () => {
    const [id, bytes] = [randomUUID(), randomBytes(fileBytes)]
    const path = join(dataDir, 'files', 'whole', id.slice(0, 2), id)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, bytes, { mode: 0o600 })
    return { id, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
  await db.query(
    `insert into app.file (id, account_id, name, kind, type, size, sha256, state)
     select id, $2, 'picture.png', 'image', 'image/png', ${fileBytes}, sha256, 'ready' from jsonb_to_recordset($1) as f (id uuid, sha256 text)`,
    [JSON.stringify(made), accountId],
  )
}

/** Returns the number of rows of each filled table and a checksum of all of them. Skips lines of the audit log from `before` on. */
export async function readChecksums(url: string, before: Date): Promise<string> {
  const db = await connectDatabase(url)
  try {
    await db.query('begin; set local role attune_owner')
    const parts: string[] = []
    for (const table of filled) {
      await db.query(`alter table app.${table} no force row level security`)
      const only = table === 'audit' ? 'where t.at < $1' : 'where $1::timestamptz is not null'
      const { rows } = await db.query<{ found: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as found from app.${table} t ${only}`,
        [before],
      )
      parts.push(`${table} ${rows[0]?.found}`)
    }
    return parts.join(', ')
  } finally {
    await db.query('rollback').catch(() => {})
    await db.end()
  }
}
