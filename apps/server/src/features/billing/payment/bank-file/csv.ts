import { maxInvoiceMinor } from '@attune/contract/features/billing/invoice/invoice.rules'
import {
  maxBankColumns,
  type BankField,
  type BankMapping,
} from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import papa from 'papaparse'
import { describeColumns, fingerprintOf, headingAt, withDebitColumn, withSignColumn } from './columns.ts'
import {
  BankFileError,
  entryKeys,
  ownReference,
  type EntryFacts,
  type ReadAnswer,
  type ReadFile,
  type ReadOptions,
} from '../bank/entry.ts'
import { withReversals } from '../bank/reversals.ts'
import { bankAmount, bankDay, signedAmount } from './values.ts'

/**
 * Reads the entries of a CSV file with the mapping that was saved for its headings, or describes the columns if there is none. Ignores lines above
 * the headings, such as the account name. Throws a BankFileError if the file has no table.
 */
export function readCsv(text: string, { mappings, describe, currency }: ReadOptions): ReadAnswer {
  const rows = rowsOf(text)
  const at = headingAt(rows)
  const headings = at < 0 ? null : (rows[at] ?? null)
  const body = rows.slice(at + 1)
  const [first] = body
  if (!first) throw new BankFileError('EMPTY')
  const fingerprint = fingerprintOf(headings, first.length)
  const saved = mappings[fingerprint]
  const mapping = saved && withDebitColumn(withSignColumn(saved, headings, body), headings)
  const table = { fingerprint, ...describeColumns(headings, body, { currency }) }
  if (!mapping) return { table }
  return describe ? { table: { ...table, suggested: mapping } } : { file: { ...entriesOf(body, mapping), fingerprint } }
}

/** Returns the rows with at least one non-empty cell. Removes invisible characters at the ends of cells. */
function rowsOf(text: string): string[][] {
  if (text.includes('\u0000')) throw new BankFileError('DAMAGED')
  const plain = text.replace(/^\ufeff/, '')
  const delimiter = delimiterOf(plain)
  const { data } = papa.parse<string[]>(plain, { delimiter, skipEmptyLines: 'greedy' })
  const rows = data.map((row) => row.map((cell) => cell.trim()))
  const widest = rows.slice(0, 200).reduce((width, row) => Math.max(width, row.length), 0)
  if (rows.length === 0) throw new BankFileError('EMPTY')
  if (widest < 2 || widest > maxBankColumns) throw new BankFileError('DAMAGED')
  return rows
}

/** Returns the delimiter that gives most of the first lines the same number of cells. Lines above the headings may contain none. */
function delimiterOf(text: string): string {
  const scores = [';', '\t', ','].map((delimiter) => {
    const { data } = papa.parse<string[]>(text, { delimiter, preview: 60, skipEmptyLines: 'greedy' })
    const widths = Map.groupBy(data, (row) => row.length)
    const score = Math.max(0, ...[...widths].map(([width, rows]) => (width < 2 ? 0 : rows.length * Math.min(width, 6))))
    return { delimiter, score }
  })
  return scores.toSorted((one, other) => other.score - one.score)[0]?.delimiter ?? ';'
}

function entriesOf(rows: readonly string[][], mapping: BankMapping): Omit<ReadFile, 'fingerprint'> {
  const left = { pending: 0, outgoing: 0, unreadable: 0 }
  const withKey = entryKeys()
  const entries = rows.flatMap((row) => {
    const facts = entryOf(row, mapping)
    if (facts === null) return []
    if (typeof facts === 'object') return [withKey(facts)]
    left[facts]++
    return []
  })
  return { entries: withReversals(entries).entries, left }
}

/** Matches the text of rows with a balance of the account. */
const balance = /^((anfangs|end|schluss)saldo|(opening|closing) balance|solde (initial|final)|saldo (inicial|final))$/i

/** Matches the words with which banks name a reversal, in any column of a row. */
const reversalWord =
  /(?<!\p{L})(sepa-?)?(r(ü|ue)ck(lastschrift|buchung|(ü|ue)berweisung|gabe|ruf)|ret(ou|u)re|storno(buchung)?|stornierung|reversal|returned payment|devoluci[oó]n|extorno|rejet|retour|extourne)(?!\p{L})/iu

/**
 * Returns the amount in a row as it is written, and the text that decides its sign. If a file has two columns of amounts, a row fills only one of
 * them, or has a zero in the other.
 */
function typedAmount(cell: (field: BankField) => string): { typed: string; direction: string } {
  const [received, paid] = [cell('amount') || cell('credit'), cell('debit')]
  return !cell('amount') && /[1-9]/.test(paid) && !/[1-9]/.test(received)
    ? { typed: paid, direction: '-' }
    : { typed: received, direction: cell('direction') }
}

/** Returns the entry in a row; null for a row without day and amount, and for a balance. */
function entryOf(row: readonly string[], mapping: BankMapping): EntryFacts | 'outgoing' | 'unreadable' | null {
  const cell = (field: BankField) => row[mapping.columns.indexOf(field)]?.trim() ?? ''
  const { typed, direction } = typedAmount(cell)
  const typedDay = cell('day')
  const isCreditColumn = !cell('amount') && mapping.columns.includes('credit')
  if ((!typedDay && !typed) || row.some((value) => balance.test(value))) return null
  // In a file with a separate column for received amounts, the other entries are outgoing.
  if (typedDay && !typed && isCreditColumn) return 'outgoing'
  const { sign, number } = signedAmount(typed, direction)
  const currency = cell('currency').toUpperCase() || mapping.currency
  const minor = bankAmount(number, currency, mapping.decimal)
  const day = bankDay(typedDay, mapping.dayOrder)
  if (!day || minor === null || minor > maxInvoiceMinor) return 'unreadable'
  const isReversal = sign < 0 && row.some((value) => reversalWord.test(value))
  if ((sign < 0 && !isReversal) || minor === 0n) return 'outgoing'
  const texts = mapping.columns.flatMap((field, at) => (field === 'text' ? [row[at]?.trim() ?? ''] : []))
  const text = texts.filter(Boolean).join(' ')
  return {
    account: '',
    reference: ownReference(cell('reference')),
    day,
    amountMinor: String(isReversal ? -minor : minor),
    currency,
    payer: cell('payer'),
    // Without the word, the text is that of the reversed payment.
    text: isReversal ? text.replace(reversalWord, ' ').replace(/^[\s:,;/-]+|[\s:,;/-]+$/g, '') : text,
    kind: isReversal ? 'reversal' : 'payment',
    endToEnd: '',
  }
}
