import type { AccountId } from '@attune/contract/common/ids'
import { imageIdsOf } from '@attune/contract/common/rich-text/rich-text'
import type { Readable } from 'node:stream'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import { entriesPdf } from '../../../../platform/pdf/entries-pdf.ts'
import { formatDateTimeInZone, translate } from '../../../../platform/text/translations.ts'
import { localPictures } from '../../file/file.ts'
import type { ExportedEntry, ExportReader } from './entries.ts'
import { entryDate, entryFacts, exportedFileName } from './facts.ts'

export function journalPdf(
  app: Pick<AppContext, 'clock' | 'fileStore'>,
  accountId: AccountId,
  pages: AsyncGenerator<ExportedEntry[]>,
  reader: ExportReader,
): Readable {
  const { language, zone } = reader
  const t = (key: string, params?: Record<string, string>) => translate(language, `journal.${key}`, params)
  const made = t('made', { when: formatDateTimeInZone(app.clock.now().toISOString(), language, zone) })
  return entriesPdf(
    accountId,
    { title: t('title'), made, unknown: t('unknown'), language },
    pdfEntries(app, pages, reader),
  )
}

async function* pdfEntries(
  app: Pick<AppContext, 'fileStore'>,
  pages: AsyncGenerator<ExportedEntry[]>,
  reader: ExportReader,
) {
  for await (const page of pages) for (const entry of page) yield await entryFor(app, entry, reader)
}

async function entryFor(
  app: Pick<AppContext, 'fileStore'>,
  entry: ExportedEntry,
  reader: ExportReader,
): Promise<PdfEntry> {
  const { language, zone } = reader
  const t = (key: string) => translate(language, `journal.${key}`)
  const inText = new Set(imageIdsOf(entry.content))
  const others = entry.files.filter(({ id }) => !inText.has(id))
  return {
    ...(entry.title
      ? { heading: entry.title, facts: entryFacts(entry, reader) }
      : { heading: entryDate(entry, reader), facts: entryFacts(entry, reader, { without: 'writtenAt' }) }),
    content: entry.content,
    pictures: await localPictures(
      app,
      entry.files.filter(({ kind }) => kind === 'image'),
    ),
    unplacedPictures: others.flatMap(({ id, kind }) => (kind === 'image' ? [id] : [])),
    files: others.flatMap((file) => (file.kind === 'image' ? [] : [exportedFileName(file, reader)])),
    filesTitle: t('files'),
    replies: entry.replies.map(({ name, at, text }) => ({
      by: `${name}, ${formatDateTimeInZone(new Date(at).toISOString(), language, zone)}`,
      text,
    })),
    repliesTitle: t('replies'),
  }
}
