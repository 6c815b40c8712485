import { usualRecordParts } from '@attune/contract/features/care/record-export/record-export.rules'
import type { RecordsExportChoices } from '@attune/contract/features/people/personal-export/personal-export'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'
import type { TestApp } from '../../../../testing/app.ts'
import { unzip } from '../../../../testing/files/unzip.ts'
import type { Person } from '../../../../testing/people.ts'
import { exportIdOf, fetchExport } from '../personal-export.testing.ts'
import { makeRecordsExport } from './make-records.ts'

export const usualChoices: RecordsExportChoices = {
  parts: [...usualRecordParts],
  from: null,
  until: null,
  withShared: false,
  withBundle: false,
  withGuardianAddresses: false,
}

/** Returns the account and the id by which the job identifies a therapist's export of all records. */
export const recordsNamed = async (app: TestApp, therapist: Person) => ({
  accountId: therapist.accountId,
  id: await exportIdOf(app, therapist, 'records'),
})

/** Downloads the export of all records that is ready, and returns its files by name. */
export async function fetchRecords(app: TestApp, therapist: Person): Promise<Map<string, Buffer>> {
  const { url } = await therapist.api.personalExport.downloadRecords({})
  const answer = await fetchExport(app, url, therapist)
  if (answer.status !== 200) throw new Error(`the download was refused with ${answer.status}`)
  return unzip(Buffer.from(await answer.arrayBuffer()))
}

/** Starts an export of all records, runs its job, downloads the export, and returns its files by name. */
export async function exportedRecords(
  app: TestApp,
  therapist: Person,
  choices: Partial<RecordsExportChoices> = {},
): Promise<Map<string, Buffer>> {
  await therapist.api.personalExport.startRecords({ ...usualChoices, ...choices })
  await makeRecordsExport(app, await recordsNamed(app, therapist), true)
  return fetchRecords(app, therapist)
}

/** The names of the folders of an export. */
export const exportedFolders = (files: Map<string, Buffer>): string[] => [
  ...new Set([...files.keys()].flatMap((path) => (path.includes('/') ? [path.slice(0, path.indexOf('/'))] : []))),
]

/** Everything that a reader finds in a folder of an export: names, texts, words of PDFs, and the documents in a bundle. */
export function textOfFolder(files: Map<string, Buffer>, folder: string): string {
  return [...files]
    .filter(([path]) => path.startsWith(`${folder}/`))
    .map(([path]) => `${path}\n${textOfFile(files, path)}`)
    .join('\n')
}

/** Everything that a reader finds in a file of an export. */
export function textOfFile(files: Map<string, Buffer>, path: string): string {
  const bytes = files.get(path) ?? Buffer.alloc(0)
  return path.endsWith('.pdf') ? wordsOfPdf(bytes) : textOf(bytes)
}

/** The bytes as text, followed by the decoded text of the base64 data in them. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString()
  const inside = [...text.matchAll(/"data":"([\w+/=]+)"/g)].map(([, data = '']) =>
    Buffer.from(data, 'base64').toString(),
  )
  return [text, ...inside].join('\n')
}

/** Returns all text of a PDF, including its raw bytes, because `readPdf` does not support PDFs that the product did not write. */
function wordsOfPdf(bytes: Buffer): string {
  const { pages, actualTexts, metadata, files } = readPdf(bytes)
  return [bytes.toString('latin1'), ...pages, ...actualTexts, metadata, ...Object.values(files)].join('\n')
}
