import type { SessionId } from '@attune/contract/common/ids'
import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import type { PersonName } from '../names/name-finder.ts'
import { othersSql, redactionOf, type Redaction } from '../names/redaction.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { pageSql, pagedRows, periodSql } from './pages.ts'
import { textsOf } from '../record-export.texts.ts'

export type ExportedNote = {
  id: string
  sessionId: SessionId
  at: string
  text: string
  content: RichText | null
  signedAt: string | null
  addenda: { id: string; at: string; text: string }[]
  /** Whether it is the shared part of a session with several clients, which concerns the others too. */
  isShared: boolean
  /** The other clients of the session. */
  others: PersonName[]
}

const startsAt = sql`p.starts_at`

/**
 * Yields the parts about the client in the notes on sessions, without the names of other clients that the order does not keep. Omits the text of
 * shared parts, because they concern other clients too, unless the order includes them. The note about the client is among the private notes.
 */
export async function* noteEntries(app: Pick<AppContext, 'db'>, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const { t, entry, moment } = textsOf(record)
  for await (const row of exportedNotes(app, record)) {
    const written = row.isShared && !record.order.withShared ? null : rewriteNote(row, redactionOf(record, row.others))
    yield entry({
      heading: moment(row.at),
      facts: [
        row.isShared && written ? t('sharedPart') : '',
        row.signedAt ? t('signed', { when: moment(row.signedAt) }) : t('unsigned'),
      ],
      content: written?.content ?? richTextFromPlain(t('severalClients')),
      replies: written?.addenda.map(({ at, text }) => ({ by: moment(at), text })) ?? [],
      repliesTitle: t('addenda'),
    })
  }
}

/** Returns the text and the addenda of a part, rewritten. */
export const rewriteNote = ({ id, text, content, addenda }: ExportedNote, { rich, plain }: Redaction) => ({
  content: rich(id, content ?? richTextFromPlain(text)),
  addenda: addenda.map((one) => ({ ...one, text: plain(one.id, one.text) })),
})

/** Yields the parts about the client and the shared ones, in the order of the sessions. */
export const exportedNotes = (app: Pick<AppContext, 'db'>, record: ExportedRecord) =>
  pagedRows<ExportedNote>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<ExportedNote>`
      select n.id, n.session_id as "sessionId", p.starts_at as at, n.text, n.content, n.signed_at as "signedAt",
        coalesce((select json_agg(json_build_object('id', a.id, 'at', a.at, 'text', a.text) order by a.at, a.id) from app.session_note_addendum a
          where a.therapist_id = n.therapist_id and a.note_id = n.id), '[]') as addenda,
        n.client_id is null as "isShared", ${othersSql} as others
      from app.session_client p join app.session s on s.therapist_id = p.therapist_id and s.id = p.session_id
        join app.session_note n on n.therapist_id = p.therapist_id and n.session_id = p.session_id
          and (n.client_id = p.client_id or n.client_id is null)
      where p.therapist_id = ${actor.id} and p.client_id = ${record.clientId} and s.deleted_at is null and n.text ~ '\\S'
        and ${periodSql(startsAt, record)} ${pageSql(startsAt, sql`n.id`, after)}`.execute(kysely)
    return page.rows
  })
