import { decodeText } from '@attune/contract/common/csv/text-table'
import { maxBankFileBytes } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { unzipSync } from 'fflate'
import { readCamt, type Statement } from './camt.ts'
import { readCsv } from './csv.ts'
import { BankFileError, type ReadAnswer, type ReadFile, type ReadOptions } from '../bank/entry.ts'
import { withReversals } from '../bank/reversals.ts'

/** Reads a bank file: CAMT.053 in XML, the same in a zip file, or CSV. Runs in a separate process. */
export function readBankBytes(bytes: Uint8Array, options: ReadOptions): ReadAnswer {
  try {
    if (isZip(bytes)) return { file: joined(statementsOf(unzipped(bytes))) }
    if (isXml(bytes)) return { file: joined([readCamt(decodeXml(bytes))]) }
    return readCsv(decodeText(bytes).text, options)
  } catch (error) {
    if (error instanceof BankFileError) return { problem: error.problem }
    throw error
  }
}

/** Merges statements. An entry that occurs in several of them is returned once. Outgoing entries are counted, unless they reverse a payment. */
function joined(files: Statement[]): ReadFile {
  const known = [...new Map(files.flatMap((file) => file.entries).map((entry) => [entry.key, entry])).values()]
  const { entries, outgoing } = withReversals(known)
  const count = (of: keyof ReadFile['left']) => files.reduce((sum, { left }) => sum + left[of], 0)
  const left = { pending: count('pending'), outgoing: count('outgoing') + outgoing, unreadable: count('unreadable') }
  if (entries.length + left.pending + left.outgoing + left.unreadable === 0) throw new BankFileError('EMPTY')
  return { fingerprint: null, entries, left }
}

/** Reads the statements among XML files. Leaves out other documents of a bank, such as CAMT.052, whose entries are in a statement too. */
function statementsOf(files: Uint8Array[]): Statement[] {
  const statements = files.flatMap((file) => {
    try {
      return [readCamt(decodeXml(file))]
    } catch (error) {
      if (error instanceof BankFileError && error.problem === 'OTHER_FORMAT') return []
      throw error
    }
  })
  if (statements.length === 0) throw new BankFileError('OTHER_FORMAT')
  return statements
}

/** The maximum number of statements in a zip file: one a day for two years. */
const maxZippedFiles = 750

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 400)).toString('latin1').replaceAll('\u0000', '')
const isXml = (bytes: Uint8Array) => /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(startOf(bytes))

/**
 * Returns the XML files of a ZIP file; many banks provide one per day. Checks the sizes in the ZIP directory before unpacking, and never unpacks
 * more than they state.
 */
function unzipped(bytes: Uint8Array): Uint8Array[] {
  let [count, size] = [0, 0]
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.xml$/i.test(name) || name.startsWith('__MACOSX/')) return false
        count++
        size += originalSize
        if (size > maxBankFileBytes || count > maxZippedFiles) throw new BankFileError('TOO_LARGE')
        return true
      },
    })
    if (count === 0) throw new BankFileError('OTHER_FORMAT')
    return Object.values(files)
  } catch (error) {
    throw error instanceof BankFileError ? error : new BankFileError('DAMAGED')
  }
}

/** Decodes XML by its byte order mark or the encoding that it declares; UTF-8 without either. */
function decodeXml(bytes: Uint8Array): string {
  const marked = bytes[0] === 0xff || bytes[0] === 0xfe
  const declared = /^[^>]*\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(startOf(bytes))?.[1] ?? 'utf-8'
  try {
    return marked ? decodeText(bytes).text : new TextDecoder(declared, { fatal: true }).decode(bytes)
  } catch {
    throw new BankFileError('DAMAGED')
  }
}
