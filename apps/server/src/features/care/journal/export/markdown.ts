import type { FileId } from '@attune/contract/common/ids'
import { imageIdsOf, richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { toMarkdown } from '@attune/contract/common/rich-text/rich-text.markdown'
import { wallClockOf } from '@attune/contract/common/time/time'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { AppContext } from '../../../../platform/app-context.ts'
import { safeFileName } from '../../../../platform/text/safe-file-name.ts'
import { splitEnding } from '../../../../platform/text/unique-paths.ts'
import { formatDateTimeInZone, translate } from '../../../../platform/text/translations.ts'
import { downloadName } from '../../file/file.ts'
import type { ExportedEntry, ExportReader } from './entries.ts'
import { entryFacts, exportedFileName } from './facts.ts'

/**
 * Returns a journal as a zip with a Markdown file for each entry, and with the attached files in the folder `files`.
 * Reads each page of entries from the database only when the download reaches that page.
 */
export function markdownZip(
  app: Pick<AppContext, 'fileStore'>,
  pages: AsyncGenerator<ExportedEntry[]>,
  reader: ExportReader,
): Readable {
  const zip = new ZipFile()
  // Returns the zip's own stream. A stream that wraps it would end at the same time and lose the bytes that a slow
  // download has not read yet.
  const out = zip.outputStream as Readable
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  // The file that is being read. At most one file is open at a time, and an aborted download closes it. A file that was deleted in the meantime is
  // empty in the zip.
  let content: Readable | null = null
  out.once('close', () => content?.destroy())
  const take = (stream: Readable | null) => {
    content = stream?.on('error', fail) ?? Readable.from([])
    if (out.destroyed) content.destroy()
    return content
  }
  const openFile: ZipContent['openFile'] = (id, give) => {
    app.fileStore.read('whole', id).then((stream) => give(null, take(stream)), fail)
  }
  addEntries(app, zip, { pages, reader, openFile }).catch(fail)
  return out
}

type ZipContent = {
  pages: AsyncGenerator<ExportedEntry[]>
  reader: ExportReader
  openFile: (id: FileId, give: (error: null, content: Readable) => void) => void
}

async function addEntries(
  app: Pick<AppContext, 'fileStore'>,
  zip: ZipFile,
  { pages, reader, openFile }: ZipContent,
): Promise<void> {
  for await (const page of pages) {
    const turn = Promise.withResolvers<void>()
    for (const entry of page) {
      const mtime = new Date(entry.writtenAt)
      for (const file of entry.files) {
        if ((await app.fileStore.sizeOf('whole', file.id)) === null) continue
        // Compresses only PDFs, because pictures, sound and video are already compressed.
        const how = { mtime, compress: file.kind === 'pdf' }
        zip.addReadStreamLazy(pathOf(file), how, (give) => openFile(file.id, give))
      }
      zip.addReadStreamLazy(`${nameOf(entry, reader)}.md`, { mtime }, (give) => {
        if (entry === page.at(-1)) turn.resolve()
        give(null, Readable.from([Buffer.from(entryMarkdown(entry, reader))]))
      })
    }
    await turn.promise
  }
  zip.end()
}

export function entryMarkdown(entry: ExportedEntry, reader: ExportReader): string {
  const { language, zone } = reader
  const t = (key: string) => translate(language, `journal.${key}`)
  const paths = new Map(entry.files.map((file) => [file.id, pathOf(file)]))
  const inText = new Set(imageIdsOf(entry.content))
  const files = entry.files.flatMap((file) =>
    inText.has(file.id) ? [] : [`- [${plain(exportedFileName(file, reader))}](<${pathOf(file)}>)`],
  )
  const replies = entry.replies.map(({ name, at, text }) => {
    const quoted = toMarkdown(richTextFromPlain(text)).trimEnd().replace(/^/gm, '> ')
    return `${plain(name)}, ${formatDateTimeInZone(new Date(at).toISOString(), language, zone)}\n\n${quoted}`
  })
  return [
    `# ${plain(entry.title || t('untitled'))}`,
    entryFacts(entry, reader, { escape: plain }),
    toMarkdown(entry.content, (id) => paths.get(id)).trimEnd(),
    ...(files.length ? [`## ${t('files')}\n\n${files.join('\n')}`] : []),
    ...(replies.length ? [`## ${t('replies')}\n\n${replies.join('\n\n')}`] : []),
  ]
    .join('\n\n')
    .concat('\n')
}

/** Returns user text as one line, escaped so that Markdown does not interpret any character. */
const plain = (text: string) => toMarkdown(richTextFromPlain(text.replace(/\s+/g, ' '))).trim()

/**
 * Returns a file name that consists of the day, the time and the title. Every file system can store the name. The
 * start of the id distinguishes entries with equal titles and times.
 */
function nameOf({ id, title, writtenAt }: ExportedEntry, { language, zone }: ExportReader): string {
  const { day, time } = wallClockOf(writtenAt, zone)
  const words = safeFileName(title || translate(language, 'journal.untitled'))
  return `${day} ${time.replace(':', '.')} ${words} ${id.slice(0, 8)}`
}

const pathOf = (file: ExportedEntry['files'][number]) => {
  const { stem, ending } = splitEnding(downloadName(file))
  return `files/${file.id.slice(0, 8)} ${safeFileName(stem)}${ending}`
}
