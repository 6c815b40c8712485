import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import { readClientNote } from '../../note/note.ts'
import { listOtherParticipants, redactionOf } from '../names/redaction.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { textsOf } from '../record-export.texts.ts'
import { clientNoteCopyEntries } from './copies.ts'
import { pageSql, pagedRows, periodSql } from './pages.ts'
import { daysOf, objectiveTextSql } from './plan.ts'

type App = Pick<AppContext, 'db'>
type EntryComment = { id: string; at: string; title: string; text: string }
type ProgressComment = { on: string; objective: string | null; text: string }

/**
 * Yields the private notes, which are apart from the record: the note about the client with its copies from a backup, and the comments of the period
 * on progress and on journal entries. Removes the names of other clients with whom the client had a session, unless the order keeps all names.
 */
export async function* privateNoteEntries(app: App, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const others = await app.db.asActor(record.actor, (tx) => listOtherParticipants(tx, record.clientId))
  const { rich, plain } = redactionOf(record, others)
  for await (const entry of writtenEntries(app, record))
    yield {
      ...entry,
      heading: plain('', entry.heading),
      facts: plain('', entry.facts),
      content: rich('', entry.content),
    }
}

async function* writtenEntries(app: App, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const { t, entry, day, moment } = textsOf(record)
  const about = await app.db.asActor(record.actor, (tx) => readClientNote(tx, record.clientId))
  if (about.text.trim())
    yield entry({ heading: t('clientNote'), content: about.content ?? richTextFromPlain(about.text) })
  yield* clientNoteCopyEntries(app, record)
  for (const { on, objective, text } of await listProgressComments(app, record))
    yield entry({
      heading: t('progress', { objective: objective ?? t('formerObjective') }),
      facts: [day(on)],
      content: richTextFromPlain(text),
    })
  for await (const { at, title, text } of entryComments(app, record))
    yield entry({ heading: t('commentOnEntry'), facts: [moment(at), title], content: richTextFromPlain(text) })
}

const listProgressComments = ({ db }: App, record: ExportedRecord): Promise<ProgressComment[]> =>
  db.asActor(record.actor, async ({ kysely, actor }) => {
    const { first, last } = daysOf(record)
    const { rows } = await sql<ProgressComment>`
      select p.noted_on::text as "on", ${objectiveTextSql(record)} as objective, c.text
      from app.treatment_progress p
        join app.treatment_progress_comment c on c.therapist_id = p.therapist_id and c.progress_id = p.id
      where p.therapist_id = ${actor.id} and p.client_id = ${record.clientId} and p.noted_on between ${first} and ${last} and c.text ~ '\\S'
      order by p.noted_on, p.id`.execute(kysely)
    return rows
  })

const writtenAt = sql`k.at`

/** Yields the comments on journal entries. A comment is kept when its entry is no longer shared; the entry's title is then left out. */
const entryComments = (app: App, record: ExportedRecord) =>
  pagedRows<EntryComment>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<EntryComment>`
      select k.id, k.at, k.text, coalesce(e.title, '') as title
      from app.journal_comment k
        left join app.journal_share h on h.therapist_id = k.therapist_id and h.entry_id = k.entry_id and h.account_id = ${record.accountId}
        left join app.journal_publication e on e.account_id = h.account_id and e.entry_id = h.entry_id
      where k.therapist_id = ${actor.id} and k.client_id = ${record.clientId}
        and ${periodSql(writtenAt, record)} ${pageSql(writtenAt, sql`k.id`, after)}`.execute(kysely)
    return page.rows
  })
