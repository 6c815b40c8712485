import { decodeText } from '@attune/contract/common/csv/text-table'
import { maxImportLines } from './import-lines.ts'

/** Maximum size of a file in bytes. A file of 2,000 clients with long notes is far smaller. */
const maxImportBytes = 10 * 1024 * 1024

export type CsvTable = { name: string; rows: string[][]; encoding: ReturnType<typeof decodeText>['encoding'] }
export type UnreadableReason = 'tooLarge' | 'tooMany' | 'empty' | 'unreadable'

/** Parses a CSV file in the browser and detects its delimiter. If the file cannot be read, returns the reason. */
export async function parseCsvFile(file: File): Promise<CsvTable | UnreadableReason> {
  if (file.size > maxImportBytes) return 'tooLarge'
  const [{ default: papa }, bytes] = await Promise.all([import('papaparse'), file.arrayBuffer()])
  const { text, encoding } = decodeText(new Uint8Array(bytes))
  // Rejects binary files, such as a picture or a spreadsheet (a zip archive, which starts with PK).
  if (text.includes('\u0000') || text.startsWith('PK\u0003\u0004')) return 'unreadable'
  const plain = text.replace(/^\ufeff/, '')
  // Skips empty lines only to detect the delimiter. The rows include them, because the line numbers must be correct.
  const { delimiter } = papa.parse(plain, { preview: 20, skipEmptyLines: 'greedy' }).meta
  const { data } = papa.parse<string[]>(plain, { delimiter })
  const rows = data.filter((row, at) => at < data.length - 1 || row.some((cell) => cell.trim() !== ''))
  if (!rows.some((row) => row.some((cell) => cell.trim() !== ''))) return 'empty'
  return rows.length > maxImportLines ? 'tooMany' : { name: file.name, rows, encoding }
}
