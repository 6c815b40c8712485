import { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../../../platform/database/actor.ts'
import { definePart, exportedFileOf, type ExportingPerson } from '../../../../platform/personal-export/exported-part.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { type ExportedEntry, exportPages } from './entries.ts'
import { exportedFileName } from './facts.ts'
import { labelledFacts } from '../../../../platform/personal-export/facts.ts'
import { readJournalSettings } from '../journal.settings.ts'

const Entry = z.strictObject({
  id: z.string(),
  title: z.string(),
  writtenAt: z.string(),
  mood: z.number().nullable(),
  tags: z.array(z.string()),
  content: RichText,
  files: z.array(z.strictObject({ name: z.string(), type: z.string().nullable(), size: z.number() })),
  replies: z.array(z.strictObject({ name: z.string(), at: z.string(), text: z.string() })),
  /** The names of the therapists who can read the entry. */
  sharedWith: z.array(z.string()),
})

/** The journal of a client with the answers of therapists, from the first entry on. */
export const journalExport = definePart({
  name: 'journal',
  roles: ['client'],
  schema: Entry,
  async *pages(app, person) {
    for await (const entries of exportPages(app, person.actor)) {
      const readers = await app.db.asActor(person.actor, (tx) => listReaders(tx, entries))
      yield entries.map((entry) => ({
        data: dataOf(entry, readers.get(entry.id) ?? []),
        title: entry.title || translate(person.language, 'journal.untitled'),
        at: entry.writtenAt,
        text: entry.mood === null ? '' : translate(person.language, 'journal.mood', { mood: String(entry.mood) }),
        facts: factsOfEntry(entry, readers.get(entry.id) ?? [], person),
        content: entry.content,
        files: entry.files.map((file) =>
          exportedFileOf(app, { ...file, name: exportedFileName(file, person) }, entry.writtenAt),
        ),
      }))
    }
  },
})

/** Returns the names of the therapists who can read each of some entries. */
async function listReaders(tx: Tx, entries: readonly ExportedEntry[]): Promise<Map<string, string[]>> {
  const ids = entries.map(({ id }) => id)
  const { rows } = await sql<{ id: string; names: string[] }>`
    select h.entry_id as id, array_agg(p.name order by p.name) as names
    from app.journal_share h join app.person p on p.account_id = h.therapist_id
    where h.account_id = ${tx.actor.id} and h.entry_id = any (${ids}::uuid[]) group by 1`.execute(tx.kysely)
  return new Map(rows.map(({ id, names }) => [id, names]))
}

const dataOf = (entry: ExportedEntry, sharedWith: string[]) => {
  const { id, title, writtenAt, mood, tags, content, files, replies } = entry
  const named = files.map(({ name, type, size }) => ({ name, type, size }))
  return { id, title, writtenAt, mood, tags, content, files: named, replies, sharedWith }
}

function factsOfEntry({ tags, replies }: ExportedEntry, sharedWith: string[], { language }: ExportingPerson) {
  return [
    { label: translate(language, 'journal.tags'), text: tags.join(', ') },
    ...labelledFacts(language, { sharedWith }),
    ...replies.map(({ name, text }) => ({ label: name, text })),
  ]
}

/** Whether a client wants prompts in the journal. */
export const journalSettingsExport = definePart({
  name: 'settings',
  roles: ['client'],
  schema: z.strictObject({ kind: z.literal('journal'), prompts: z.boolean() }),
  async *pages({ db }, { actor, language }) {
    const { prompts } = await db.asActor(actor, readJournalSettings)
    const title = translate(language, 'personalExport.part.journal')
    yield [
      { data: { kind: 'journal' as const, prompts }, title, at: null, facts: labelledFacts(language, { prompts }) },
    ]
  },
})
