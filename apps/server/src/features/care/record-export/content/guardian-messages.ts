import { wallClockOf } from '@attune/contract/common/time/time'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import {
  type ExportedConversation,
  type ExportedGuardianMessage,
  listExportedConversations,
  listExportedGuardianMessages,
} from '../../../people/guardian/guardian.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { labelledText, textsOf } from '../record-export.texts.ts'
import { pagedRows, pageLength } from './pages.ts'

/** Yields the conversations with the guardians of the client, one after the other, with one entry per day. */
export async function* guardianMessageEntries(
  app: Pick<AppContext, 'db'>,
  record: ExportedRecord,
): AsyncGenerator<PdfEntry> {
  const conversations = await app.db.asActor(record.actor, (tx) => listExportedConversations(tx, record.clientId))
  for (const conversation of conversations) yield* entriesOfConversation(app, record, conversation)
}

async function* entriesOfConversation(
  app: Pick<AppContext, 'db'>,
  record: ExportedRecord,
  { id: conversation, name, relationship }: ExportedConversation,
): AsyncGenerator<PdfEntry> {
  const { entry, day, t } = textsOf(record)
  const { zone } = record.reader
  const guardian = relationship ? `${name} (${relationship})` : name
  const ofDay = (of: string, rows: ExportedGuardianMessage[]) =>
    entry({
      heading: `${guardian}, ${day(of)}`,
      content: labelledText(
        rows.map(({ by, at, text }) => ({
          label: `${by === 'guardian' ? name : t('you')}, ${wallClockOf(at, zone).time}`,
          text,
        })),
      ),
    })
  const { from, until } = record
  let [today, rows] = ['', [] as ExportedGuardianMessage[]]
  for await (const row of pagedRows(app, record, (tx, after) =>
    listExportedGuardianMessages(tx, { conversation, from, until, after, limit: pageLength }),
  )) {
    const of = wallClockOf(row.at, zone).day
    if (of !== today && rows.length > 0) yield ofDay(today, rows)
    if (of !== today) [today, rows] = [of, []]
    rows.push(row)
  }
  if (rows.length > 0) yield ofDay(today, rows)
}
