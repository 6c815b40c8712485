import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import { readClientNote } from '../../note/note.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { pageSql, pagedRows, periodSql } from './pages.ts'
import { textsOf } from '../record-export.texts.ts'

type Row = {
  id: string
  at: string
  text: string
  content: RichText | null
  signedAt: string | null
  addenda: { at: string; text: string }[]
  /** Whether it is the shared part of a session with several clients, which concerns the others too. */
  isShared: boolean
}

const startsAt = sql`p.starts_at`

/**
 * Yields the therapist's notes: first the one about the client, then the parts about the client in those on sessions. Omits the text of shared parts,
 * because they concern other clients too.
 */
export async function* noteEntries(app: Pick<AppContext, 'db'>, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const { t, entry, moment } = textsOf(record)
  const about = await app.db.asActor(record.actor, (tx) => readClientNote(tx, record.clientId))
  if (about.text.trim())
    yield entry({ heading: t('clientNote'), content: about.content ?? richTextFromPlain(about.text) })
  for await (const row of notesOf(app, record)) {
    yield entry({
      heading: moment(row.at),
      facts: [row.signedAt ? t('signed', { when: moment(row.signedAt) }) : t('unsigned')],
      content: row.isShared ? richTextFromPlain(t('severalClients')) : (row.content ?? richTextFromPlain(row.text)),
      replies: row.isShared ? [] : row.addenda.map(({ at, text }) => ({ by: moment(at), text })),
      repliesTitle: t('addenda'),
    })
  }
}

const notesOf = (app: Pick<AppContext, 'db'>, record: ExportedRecord) =>
  pagedRows<Row>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<Row>`
      select n.id, p.starts_at as at, n.text, n.content, n.signed_at as "signedAt",
        coalesce((select json_agg(json_build_object('at', a.at, 'text', a.text) order by a.at, a.id) from app.session_note_addendum a
          where a.therapist_id = n.therapist_id and a.note_id = n.id), '[]') as addenda,
        n.client_id is null as "isShared"
      from app.session_client p join app.session s on s.therapist_id = p.therapist_id and s.id = p.session_id
        join app.session_note n on n.therapist_id = p.therapist_id and n.session_id = p.session_id
          and (n.client_id = p.client_id or n.client_id is null)
      where p.therapist_id = ${actor.id} and p.client_id = ${record.clientId} and s.deleted_at is null and n.text ~ '\\S'
        and ${periodSql(startsAt, record)} ${pageSql(startsAt, sql`n.id`, after)}`.execute(kysely)
    return page.rows
  })
