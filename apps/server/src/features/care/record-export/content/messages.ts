import type { MessageId } from '@attune/contract/common/ids'
import { leftOut } from '@attune/contract/common/fields'
import { wallClockOf } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { exportedColumnsSql, type ExportedColumns } from './columns.ts'
import { pageSql, pagedRows, periodSql } from './pages.ts'
import { labelledText, textsOf } from '../record-export.texts.ts'

type Row = { id: MessageId; at: string; by: 'therapist' | 'client'; channel: string; text: string; files: string[] }

const sentAt = sql`m.created_at`
const selectsRows = leftOut('it selects the rows')

const messageColumns: ExportedColumns<'message', Row> = {
  id: { as: 'id' },
  created_at: { as: 'at' },
  by_role: { as: 'by' },
  channel: { as: 'channel' },
  text: { as: 'text' },
  client_id: selectsRows,
  therapist_id: selectsRows,
  deleted_at: leftOut('deleted messages are not exported'),
  sender_id: leftOut('the role says who wrote the message'),
  seq: leftOut('the time gives the order'),
  edited_at: leftOut('the export shows the current text'),
  updated_at: leftOut('the export shows the current text'),
  words: leftOut('only the search needs the words'),
  absence_id: leftOut('the text of an automatic reply says what it is'),
  media_count: leftOut('the product has not kept these files'),
}

/** Yields the conversation with the client without deleted messages, one entry per day. */
export async function* messageEntries(app: Pick<AppContext, 'db'>, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const { entry, day, t } = textsOf(record)
  const { zone } = record.reader
  const ofDay = (of: string, rows: Row[]) =>
    entry({
      heading: day(of),
      content: labelledText(
        rows.map((row) => ({
          label: [
            row.by === 'client' ? record.firstName : t('you'),
            wallClockOf(row.at, zone).time,
            channelName(row.channel),
          ]
            .filter(Boolean)
            .join(', '),
          text: row.text || row.files.join(', '),
        })),
      ),
      files: rows.flatMap(({ files }) => files),
    })
  let [today, rows] = ['', [] as Row[]]
  for await (const row of messagesOf(app, record)) {
    const of = wallClockOf(row.at, zone).day
    if (of !== today && rows.length > 0) yield ofDay(today, rows)
    if (of !== today) [today, rows] = [of, []]
    rows.push(row)
  }
  if (rows.length > 0) yield ofDay(today, rows)
}

const channelName = (channel: string) => (channel === 'sms' ? 'SMS' : channel === 'whatsapp' ? 'WhatsApp' : '')

const messagesOf = (app: Pick<AppContext, 'db'>, record: ExportedRecord) =>
  pagedRows<Row>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<Row>`
      select ${exportedColumnsSql('m', messageColumns)},
        array(select f.name from app.message_file x join app.file f on f.id = x.file_id
          where x.therapist_id = m.therapist_id and x.message_id = m.id order by x.place) as files
      from app.message m
      where m.therapist_id = ${actor.id} and m.client_id = ${record.clientId} and m.deleted_at is null
        and ${periodSql(sentAt, record)} ${pageSql(sentAt, sql`m.id`, after)}`.execute(kysely)
    return page.rows
  })
