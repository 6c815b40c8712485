import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import { listCustodyNotes } from '../../../people/guardian/guardian.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { labelledText, textsOf } from '../record-export.texts.ts'

/** Yields the custody notes whose day is in the period. The ZIP contains their documents. */
export async function* custodyEntries(app: Pick<AppContext, 'db'>, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const { t, entry, day } = textsOf(record)
  const { from, until } = record.order
  const notes = await app.db.asActor(record.actor, (tx) => listCustodyNotes(tx, record.clientId))
  const inPeriod = notes.filter(({ notedOn }) => (!from || notedOn >= from) && (!until || notedOn <= until))
  if (inPeriod.length > 0)
    yield entry({
      heading: t('part.custody'),
      content: labelledText(
        inPeriod.map(({ notedOn, text, file }) => ({
          label: day(notedOn),
          text: file ? `${text}\n${t('custodyDocument', { name: file.name })}` : text,
        })),
        true,
      ),
    })
}
