import type { DocumentId } from '@attune/contract/common/ids'
import { leftOut } from '@attune/contract/common/fields'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { exportedColumnsSql, type ExportedColumns } from './columns.ts'
import { pageSql, pagedRows, pageLength, periodSql } from './pages.ts'
import { labelledText, textsOf } from '../record-export.texts.ts'

type Row = { id: DocumentId; at: string; name: string; isFromClient: boolean; isShared: boolean }

const addedAt = sql`d.added_at`
const selectsRows = leftOut('it selects the rows')
const ofReaders = leftOut('isShared says whether the client sees the document')

const documentColumns: ExportedColumns<'document', Row> = {
  id: { as: 'id' },
  added_at: { as: 'at' },
  is_from_client: { as: 'isFromClient' },
  is_shared: { as: 'isShared' },
  file_id: leftOut('the file has the name'),
  account_id: selectsRows,
  client_id: selectsRows,
  therapist_id: selectsRows,
  deleted_at: leftOut('deleted documents are not exported'),
  reader_id: ofReaders,
  shown_to: ofReaders,
  request_id: leftOut('the export shows the document, not the request for it'),
}

/** Yields lists of the documents in the record, up to 50 per entry. The ZIP contains the files themselves. */
export async function* documentEntries(app: Pick<AppContext, 'db'>, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const { t, entry, moment } = textsOf(record)
  const name = record.firstName
  const entryOf = (rows: Row[]) =>
    entry({
      heading: t('part.documents'),
      content: labelledText(
        rows.map((row) => ({
          label: row.name,
          text: [
            moment(row.at),
            row.isFromClient ? t('fromClient', { name }) : row.isShared ? t('sharedDocument', { name }) : '',
          ]
            .filter(Boolean)
            .join(' · '),
        })),
      ),
    })
  let rows: Row[] = []
  for await (const row of documentsOf(app, record)) {
    rows.push(row)
    if (rows.length < pageLength) continue
    yield entryOf(rows)
    rows = []
  }
  if (rows.length > 0) yield entryOf(rows)
}

const documentsOf = (app: Pick<AppContext, 'db'>, record: ExportedRecord) =>
  pagedRows<Row>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<Row>`
      select ${exportedColumnsSql('d', documentColumns)}, f.name
      from app.document d join app.file f on f.account_id = d.account_id and f.id = d.file_id
      where d.therapist_id = ${actor.id} and d.client_id = ${record.clientId} and d.deleted_at is null
        and ${periodSql(addedAt, record)} ${pageSql(addedAt, sql`d.id`, after)}`.execute(kysely)
    return page.rows
  })
