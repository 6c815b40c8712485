import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { AppContext } from '../../../platform/app-context.ts'
import { escapeHtml } from '../../../platform/http/replies.ts'
import { downloadName } from '../file/file.ts'
import { openRecordFile, listRecordFiles, type RecordFile } from './record-export.files.ts'
import type { ExportedRecord } from './record-export.head.ts'
import { recordPdf } from './record-export.pdf.ts'
import { textsOf } from './record-export.texts.ts'

type Packed = RecordFile & { path: string }

/**
 * Returns the chosen parts of a record as a ZIP: the PDF, the attached files in folders by part, and an index as a web page. Opens one file at a
 * time, when the download reaches it. A file that was deleted in the meantime is empty in the ZIP.
 */
export function recordZip(app: AppContext, record: ExportedRecord): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  let content: Readable | null = null
  out.once('close', () => content?.destroy())
  const take = (stream: Readable) => {
    content = stream.on('error', fail)
    if (out.destroyed) content.destroy()
    return content
  }
  const pack = async () => {
    const files = withPaths(await app.db.asActor(record.actor, (tx) => listRecordFiles(tx, record)), record)
    const { t } = textsOf(record)
    const mtime = new Date(record.madeAt)
    const pdf = `${t('fileName')}.pdf`
    zip.addBuffer(Buffer.from(indexPage(record, files, pdf)), 'index.html', { mtime })
    zip.addReadStreamLazy(pdf, { mtime, compress: false }, (give) => give(null, take(recordPdf(app, record))))
    for (const file of files)
      zip.addReadStreamLazy(file.path, { mtime: new Date(file.at), compress: false }, (give) => {
        openRecordFile(app, record, file).then((stream) => give(null, take(stream)), fail)
      })
    zip.end()
  }
  pack().catch(fail)
  return out
}

/** Assigns each file a unique path in the folder of its part. */
function withPaths(files: RecordFile[], record: ExportedRecord): Packed[] {
  const { t } = textsOf(record)
  const taken = new Set<string>()
  /** The last number used for each path, so that many files with the same name are numbered in linear time. */
  const numbers = new Map<string, number>()
  return files.map((file) => {
    const name = downloadName(file)
    const folder = t(`folder.${file.part}`)
    const first = `${folder}/${name}`
    let path = first
    for (let number = numbers.get(first) ?? 2; taken.has(path.toLowerCase()); number++) {
      path = `${folder}/${number}-${name}`
      numbers.set(first, number)
    }
    taken.add(path.toLowerCase())
    return { ...file, path }
  })
}

function indexPage(record: ExportedRecord, files: Packed[], pdf: string): string {
  const { t, moment } = textsOf(record)
  const title = escapeHtml(t('title', { name: record.name }))
  const link = (path: string) =>
    `<a href="${escapeHtml(path.split('/').map(encodeURIComponent).join('/'))}">${escapeHtml(path)}</a>`
  const rows = files.map(
    ({ path, part, at, size }) =>
      `<tr><td>${link(path)}</td><td>${escapeHtml(t(`part.${part}`))}</td><td>${escapeHtml(moment(at))}</td><td>${Math.ceil(size / 1000)} kB</td></tr>`,
  )
  const head = ['file', 'partColumn', 'date', 'size'].map((key) => `<th>${escapeHtml(t(key))}</th>`).join('')
  return `<!doctype html><html lang="${record.reader.language}"><meta charset="utf-8"><title>${title}</title>
<h1>${title}</h1><p>${escapeHtml(t('made', { when: moment(record.madeAt) }))}</p><p>${link(pdf)}</p>
<table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></html>\n`
}
