import { dateOrderOf, parseDate } from '@attune/contract/common/csv/text-table'
import { isInvoiceCurrency } from '@attune/contract/common/money/money'
import { foldForSearch } from '@attune/contract/common/text/text'
import type {
  BankField,
  BankMapping,
  BankTable,
} from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { createHash } from 'node:crypto'
import { wholeDate } from './values.ts'

/** Patterns for the headings of banks in four languages, without accents and in lower case. Specific patterns precede general ones. */
const headings: [BankField, RegExp][] = [
  [
    'day',
    /^(buchungstag|buchungsdatum|buchung|datum|date( de comptabilisation| comptable| operation)?|booking date|date booked|completed date|fecha( de)?( la)?( operacion| contable)?|transaction date|posted date|posting date)$/,
  ],
  [
    'credit',
    /^(credit|gutschrift|haben|credit amount|paid in|money in|abono|abonos|ingreso|ingresos|gutschrift in chf)( \(?([a-z]{3}|euros?)\)?)?$/,
  ],
  [
    'debit',
    /^(debit|belastung|soll|debit amount|paid out|money out|cargo|cargos|gasto|gastos|belastung in chf)( \(?([a-z]{3}|euros?)\)?)?$/,
  ],
  [
    'direction',
    /^(soll\/haben|s\/h|haben\/soll|debit\/credit|credit\/debit|cr\/dr|dr\/cr|sens|signo|credit debit indicator)$/,
  ],
  [
    'amount',
    /^(betrag|umsatz|amount|montant|importe|transaction amount|buchungsbetrag)( \(?[a-z€$]{1,3}\)?| in [a-z]{3})?$/,
  ],
  ['currency', /^(wahrung|waehrung|currency|devise|divisa|moneda)$/],
  [
    'payer',
    /beguenstigter|begunstigter|zahlungspflichtige|zahlungsbeteiligte|auftraggeber|zahler|partner ?name|^name$|^payer|payer name|counterparty|^from$|donneur|emetteur|tiers|ordenante|remitente|contrepartie|beneficiario/,
  ],
  [
    'reference',
    /^(bank ?reference|bankreferenz|transaction id|transaktions-?id|reference number|numero de (reference|operation)|referencia)$/,
  ],
  [
    'text',
    /verwendungszweck|buchungstext ?2|payment reference|^reference$|^description|details|narrative|^memo|libelle|motif|concepto|communication|mitteilung|zahlungsgrund|avisierungstext/,
  ],
]

/**
 * Returns the row index of the headings; -1 if there are none. The headings are the first row with headings for a day and an amount, or else the
 * first row of at least three words without digits before a row with digits.
 */
export function headingAt(rows: readonly string[][]): number {
  const first = rows.slice(0, 40)
  const known = first.findIndex((row) => {
    const fields = suggested(row)
    return fields.includes('day') && (fields.includes('amount') || fields.includes('credit'))
  })
  const words = (row: readonly string[]) => row.filter((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell)).length
  return known >= 0
    ? known
    : first.findIndex(
        (row, at) =>
          words(row) >= 3 && !row.some((cell) => /\d/.test(cell)) && rows[at + 1]?.some((cell) => /\d/.test(cell)),
      )
}

/** Returns the SHA-256 of a file's headings, or of its number of columns if it has none. */
export const fingerprintOf = (row: readonly string[] | null, width: number) =>
  createHash('sha256')
    .update(JSON.stringify(row ? row.map(foldForSearch) : width))
    .digest('hex')

/** Suggests a field for each heading. Each field except text is suggested at most once. */
function suggested(row: readonly string[]): (BankField | null)[] {
  const taken = new Set<BankField>()
  return row.map((heading) => {
    const words = foldForSearch(heading)
    const field = headings.find(([name, pattern]) => !taken.has(name) && pattern.test(words))?.[0] ?? null
    if (field && field !== 'text') taken.add(field)
    return field
  })
}

/** Matches the words for credit and debit that a column of signs contains. */
const signWord = /^(h|s|haben|soll|c|d|cr|dr|crdt|dbit|credit|debit)$/i

/** The number of rows from which the content of a column is inferred. */
const examined = 200

/** Whether a column contains only words for credit and debit. Some banks give no heading to the column that decides the sign of the amounts. */
const hasSignsOnly = (body: readonly string[][], at: number): boolean => {
  const values = body.slice(0, examined).flatMap((cells) => cells[at]?.trim() || [])
  return values.length > 0 && values.every((value) => signWord.test(value))
}

/**
 * Adds the column that decides the sign to a saved mapping without such a column, if the file has one without a heading. Mappings that were saved
 * before such columns were recognized leave it out.
 */
export function withSignColumn(
  mapping: BankMapping,
  row: readonly string[] | null,
  body: readonly string[][],
): BankMapping {
  if (mapping.columns.includes('direction') || !mapping.columns.includes('amount')) return mapping
  const at = mapping.columns.findIndex((field, index) => !field && !row?.[index] && hasSignsOnly(body, index))
  return { ...mapping, columns: mapping.columns.map((field, index) => (index === at ? 'direction' : field)) }
}

/**
 * Adds the column of paid amounts to a saved mapping that has only the column of received amounts. Mappings that were saved before the column of paid
 * amounts was recognized leave it out.
 */
export function withDebitColumn(mapping: BankMapping, row: readonly string[] | null): BankMapping {
  if (!row || !mapping.columns.includes('credit') || mapping.columns.includes('debit')) return mapping
  const at = suggested(row).indexOf('debit')
  return mapping.columns[at] === null
    ? { ...mapping, columns: mapping.columns.map((field, index) => (index === at ? 'debit' : field)) }
    : mapping
}

/** Describes the columns of a file and suggests a mapping from their headings and values. */
export function describeColumns(
  row: readonly string[] | null,
  body: readonly string[][],
  { currency }: { currency: string },
): Omit<BankTable, 'fingerprint'> {
  const width = Math.max(row?.length ?? 0, ...body.slice(0, 50).map((cells) => cells.length))
  const valuesOf = (at: number) => body.slice(0, examined).flatMap((cells) => cells[at]?.trim() || [])
  const found = row ? suggested(row) : []
  const columns = Array.from({ length: width }, (_, at) => ({
    heading: (row?.[at] ?? '').slice(0, 100),
    samples: [...new Set(valuesOf(at))].slice(0, 3).map((value) => value.slice(0, 100)),
  }))
  const sign = columns.findIndex((_, at) => !found[at] && hasSignsOnly(body, at))
  const signed = found.includes('direction') ? -1 : sign
  const fields = columns.map((_, at) => found[at] ?? (at === signed ? 'direction' : null))
  const days = valuesOf(fields.indexOf('day')).map(wholeDate)
  const amounts = valuesOf(fields.includes('amount') ? fields.indexOf('amount') : fields.indexOf('credit'))
  const suggestion: BankMapping = {
    columns: row ? fields : guessed(columns, signed),
    decimal: decimalOf(amounts),
    dayOrder: dateOrderOf(days, currency === 'USD'),
    currency: isInvoiceCurrency(currency) ? currency : 'EUR',
  }
  return { columns, suggested: suggestion }
}

/** Suggests two columns of a file without headings: the first one with dates, and that of the signs. */
function guessed(columns: BankTable['columns'], signed: number): (BankField | null)[] {
  const day = columns.findIndex(({ samples }) =>
    samples.some((value) => parseDate(wholeDate(value), 'day-first') ?? parseDate(wholeDate(value), 'month-first')),
  )
  return columns.map((_, at) => (at === day ? 'day' : at === signed ? 'direction' : null))
}

/** Returns the decimal separator that most of the amounts have. */
function decimalOf(amounts: readonly string[]): BankMapping['decimal'] {
  const count = (pattern: RegExp) => amounts.filter((amount) => pattern.test(amount)).length
  return count(/\.\d{1,2}(?!\d)/) > count(/,\d{1,2}(?!\d)/) ? 'point' : 'comma'
}
