import { Readable } from 'node:stream'
import type { AppContext } from '../../../platform/app-context.ts'
import { type ZipEntry, ZipWriter } from '../../../platform/files/zip-writer.ts'
import { escapeHtml } from '../../../platform/http/replies.ts'
import { UniquePaths } from '../../../platform/text/unique-paths.ts'
import { downloadName } from '../file/file.ts'
import { isInvoiceFile, openRecordFile, listRecordFiles, type RecordFile } from './record-export.files.ts'
import { recordBundle } from './fhir/bundle.ts'
import { asHandedOver, isHandedOver, type ExportedRecord } from './record-export.head.ts'
import { leftOutFile, leftOutOfBoth, leftOutText } from './record-export.left-out.ts'
import { recordPdf } from './record-export.pdf.ts'
import { textsOf } from './record-export.texts.ts'

type Packed = RecordFile & { path: string }

/** Returns the chosen parts of a record as a ZIP. */
export function recordZip(app: AppContext, record: ExportedRecord): Readable {
  const zip = new ZipWriter()
  const pack = async () => {
    for (const entry of await listRecordEntries(app, record)) void zip.add(entry)
    zip.end()
  }
  pack().catch(zip.fail)
  return zip.out
}

/** The form of a record's entries in the export of all records: `withBundle` adds a FHIR bundle, and a job makes the PDF. */
type AmongAll = { withBundle: boolean }

/**
 * Returns the entries of a record: the PDF, the attached files in folders by part, an index as a web page, and a text file that lists the omitted
 * data. For another practice, a FHIR bundle takes the place of PDF and index. A file that was deleted in the meantime is empty.
 */
export async function listRecordEntries(
  app: AppContext,
  record: ExportedRecord,
  amongAll?: AmongAll,
): Promise<ZipEntry[]> {
  const files = withPaths(await app.db.asActor(record.actor, (tx) => listRecordFiles(tx, record)), record)
  const at = new Date(record.madeAt)
  const text = (path: string, content: string) => ({ path, at, compress: true, open: () => Readable.from([content]) })
  const pdf = `${textsOf(record).t('fileName')}.pdf`
  const bundled = amongAll?.withBundle ? asHandedOver(record) : isHandedOver(record) ? record : null
  const inBundle = files.filter((file) => !isInvoiceFile(file))
  return [
    ...(isHandedOver(record)
      ? []
      : [
          text('index.html', indexPage(record, files, pdf)),
          { path: pdf, at, compress: false, open: () => recordPdf(app, record, { isJob: amongAll !== undefined }) },
        ]),
    ...(bundled ? [{ path: 'bundle.json', at, compress: true, open: () => recordBundle(app, bundled, inBundle) }] : []),
    text(leftOutFile, bundled && bundled !== record ? leftOutOfBoth(record, bundled) : leftOutText(record)),
    ...files.map((file) => ({
      path: file.path,
      at: new Date(file.at),
      compress: false,
      open: () => openRecordFile(app, record, file),
    })),
  ]
}

/** Assigns each file a unique path in the folder of its part. */
function withPaths(files: RecordFile[], record: ExportedRecord): Packed[] {
  const { t } = textsOf(record)
  const paths = new UniquePaths()
  const above = isHandedOver(record) ? 'files/' : ''
  return files.map((file) => {
    const name = isInvoiceFile(file) ? file.name : downloadName(file)
    return { ...file, path: paths.add(`${above}${t(`folder.${file.part}`)}/${name}`) }
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
<h1>${title}</h1><p>${escapeHtml(t('made', { when: moment(record.madeAt) }))}</p><p>${link(pdf)}</p><p>${link(leftOutFile)}</p>
<table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></html>\n`
}
