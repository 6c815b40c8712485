import { plainTextOf, richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type pg from 'pg'
import { type SeededTherapist, writeAsOwner } from '../practice.ts'

const words = (
  'Heute war ein ruhiger Tag und ich bin am Fluss entlang gegangen dann habe ich lange nachgedacht über das was wir in der letzten Stunde ' +
  'besprochen haben manches davon ist mir jetzt klarer anderes noch nicht morgen will ich es meiner Schwester erzählen'
).split(' ')

/**
 * Inserts `entries` journal entries of `length` words (240 words are about 1,500 characters), one entry a day. Every tenth entry is shared.
 * The word `word<n>` occurs only in entry n.
 */
export async function seedJournal(
  db: pg.Client,
  therapist: SeededTherapist,
  client: number,
  entries: number,
  length = 240,
): Promise<void> {
  const owner = therapist.clients[client]?.accountId
  const texts = Array.from({ length: entries }, (_, n) =>
    [`word${n}`, ...Array.from({ length }, (_, at) => words[(n * 7 + at * (1 + (n % 5))) % words.length] ?? '')].join(
      ' ',
    ),
  )
  const content = texts.map((text) => JSON.stringify(richTextFromPlain(text)))
  const excerpts = texts.map((text) => plainTextOf(richTextFromPlain(text)).slice(0, 160))
  await writeAsOwner(db, async () => {
    await db.query(
      `insert into app.journal_entry (id, account_id, title, content, excerpt, folded, mood, tags, written_at, created_at, updated_at)
       select gen_random_uuid(), $1, 'Day ' || n, c::jsonb, e, lower(f), 1 + n % 5, array['tag' || n % 20], at, at, at
       from unnest($2::text[], $3::text[], $4::text[]) with ordinality x (c, e, f, n), lateral (select now() - n * interval '1 day' as at) _`,
      [owner, content, excerpts, texts],
    )
    await db.query(
      `insert into app.journal_share (account_id, entry_id, therapist_id, shared_at, fresh_at, is_new)
       select account_id, id, $2, written_at, written_at, mood = 1 from app.journal_entry where account_id = $1 and right(title, 1) = '0'`,
      [owner, therapist.id],
    )
    await db.query(
      `insert into app.journal_publication (account_id, entry_id, version, title, content, excerpt, mood, tags, written_at, published_at)
       select e.account_id, e.id, e.version, e.title, e.content, e.excerpt, e.mood, e.tags, e.written_at, e.updated_at
       from app.journal_share s join app.journal_entry e on e.id = s.entry_id where s.account_id = $1`,
      [owner],
    )
  })
}
