import { imageIdsOf } from '@attune/contract/common/rich-text'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { AppContext } from '../../platform/app-context.ts'
import { startPdfProcess } from '../../platform/pdf/pdf-process.ts'
import { formatDateTimeInZone, translate } from '../../platform/translations.ts'
import type { ExportedEntry, ExportReader } from './journal.export.entries.ts'
import { entryDate, entryFacts, exportedFileName } from './journal.export.facts.ts'
import type { PdfEntry } from './journal.pdf.document.ts'

/**
 * The maximum time for one PDF including its download, in milliseconds, and the memory limit of the process, in
 * megabytes.
 */
const [timeout, memory] = [15 * 60_000, 512]
/**
 * The maximum number of PDFs that are made at the same time, because each PDF uses a CPU core. A person can make only
 * one PDF at a time, so that one person cannot block all others.
 */
const atOnce = 2
const running = new Set<string>()

export const isPdfBusy = (accountId: string) => running.size >= atOnce || running.has(accountId)

/**
 * Returns a journal as a PDF. A separate process renders the PDF, so that thousands of pages do not slow down the
 * server and a malicious picture cannot harm it.
 */
export function journalPdf(
  app: AppContext,
  accountId: string,
  pages: AsyncGenerator<ExportedEntry[]>,
  reader: ExportReader,
): Readable {
  running.add(accountId)
  const worker = startPdfProcess(join(import.meta.dirname, 'journal.pdf.worker.ts'), { memory, timeout })
  const out = new Readable({
    read: () => worker.stdout.resume(),
    destroy: (error, done) => (worker.kill('SIGKILL'), done(error)),
  })
  worker.stdout.on('data', (part: Buffer) => {
    if (!out.push(part)) worker.stdout.pause()
  })
  worker.on('error', (error) => out.destroy(error))
  worker.on('close', (code) => {
    running.delete(accountId)
    if (code === 0) out.push(null)
    else out.destroy(new Error('the book was not finished'))
  })
  // If the worker exits early, writing to it fails. The handler of 'close' reports the failure, so this handler
  // ignores the error.
  worker.stdin.on('error', () => {})
  writeEntries(app, worker.stdin, pages, reader).catch((error: unknown) => out.destroy(error as Error))
  return out
}

/**
 * Writes the journal to the worker line by line. The first line contains the title and the general texts, each
 * further line one entry.
 */
async function writeEntries(
  app: AppContext,
  stdin: NodeJS.WritableStream & { destroyed?: boolean },
  pages: AsyncGenerator<ExportedEntry[]>,
  reader: ExportReader,
) {
  const { language, zone } = reader
  const t = (key: string, params?: Record<string, string>) => translate(language, `journal.${key}`, params)
  const closed = once(stdin, 'close').then(
    () => {},
    () => {},
  )
  const write = async (line: object) => {
    if (!stdin.destroyed && !stdin.write(`${JSON.stringify(line)}\n`))
      await Promise.race([once(stdin, 'drain'), closed])
  }
  const made = t('made', { when: formatDateTimeInZone(app.clock.now().toISOString(), language, zone) })
  await write({ title: t('title'), made, unknown: t('unknown'), language })
  for await (const page of pages) {
    for (const entry of page) await write(entryFor(app, entry, reader))
  }
  stdin.end()
}

function entryFor(app: AppContext, entry: ExportedEntry, reader: ExportReader): PdfEntry {
  const { language, zone } = reader
  const t = (key: string) => translate(language, `journal.${key}`)
  const inText = new Set(imageIdsOf(entry.content))
  const others = entry.files.filter(({ id }) => !inText.has(id))
  return {
    ...(entry.title
      ? { heading: entry.title, facts: entryFacts(entry, reader) }
      : { heading: entryDate(entry, reader), facts: entryFacts(entry, reader, { without: 'writtenAt' }) }),
    content: entry.content,
    pictures: Object.fromEntries(
      entry.files.flatMap(({ id, kind, name }) =>
        kind === 'image' ? [[id, { path: app.fileStore.filePath(id), name }]] : [],
      ),
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
