import type { FileId, JournalEntryId } from '@attune/contract/common/ids'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import { localPictures } from '../../file/file.ts'
import { isHandedOver, type ExportedRecord } from '../record-export.head.ts'
import { pageSql, pagedRows, periodSql } from './pages.ts'
import { textsOf } from '../record-export.texts.ts'

type File = { id: FileId; name: string; kind: string }
type Row = {
  id: JournalEntryId
  at: string
  title: string
  mood: number | null
  tags: string[]
  content: RichText
  files: File[]
  replies: { at: string; text: string }[]
}

const writtenAt = sql`e.written_at`

/**
 * Yields the published versions of the journal entries that the client shares with the therapist, with the therapist's
 * own replies.
 */
export async function* journalEntries(
  app: Pick<AppContext, 'db' | 'fileStore'>,
  record: ExportedRecord,
): AsyncGenerator<PdfEntry> {
  if (record.accountId === null) return
  const { t, entry, moment } = textsOf(record)
  for await (const row of sharedEntriesOf(app, record)) {
    const pictures = row.files.filter(({ kind }) => kind === 'image')
    yield entry({
      heading: row.title || moment(row.at),
      facts: [
        row.title && moment(row.at),
        row.mood ? t('mood', { mood: String(row.mood) }) : '',
        row.tags.join(', '),
      ].map(String),
      content: row.content,
      // A bundle has its pictures as files beside it. Local copies of them would stay on the disk, so none are made.
      pictures: isHandedOver(record) ? {} : await localPictures(app, pictures),
      unplacedPictures: pictures.map(({ id }) => id).filter((id) => !JSON.stringify(row.content).includes(id)),
      files: row.files.filter(({ kind }) => kind !== 'image').map(({ name }) => name),
      replies: row.replies.map(({ at, text }) => ({ by: `${t('you')}, ${moment(at)}`, text })),
    })
  }
}

const sharedEntriesOf = (app: Pick<AppContext, 'db'>, record: ExportedRecord) =>
  pagedRows<Row>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<Row>`
      select e.entry_id as id, e.written_at as at, e.title, e.mood, e.tags, e.content,
        coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'kind', f.kind) order by x.place)
          from app.journal_published_file x join app.file f on f.id = x.file_id
          where x.account_id = e.account_id and x.entry_id = e.entry_id and f.state = 'ready'), '[]') as files,
        coalesce((select json_agg(json_build_object('at', r.at, 'text', r.text) order by r.at, r.id) from app.journal_reply r
          where r.account_id = e.account_id and r.entry_id = e.entry_id and r.therapist_id = h.therapist_id), '[]') as replies
      from app.journal_share h join app.journal_publication e on e.account_id = h.account_id and e.entry_id = h.entry_id
      where h.therapist_id = ${actor.id} and h.account_id = ${record.accountId}
        and ${periodSql(writtenAt, record)} ${pageSql(writtenAt, sql`e.entry_id`, after)}`.execute(kysely)
    return page.rows
  })
