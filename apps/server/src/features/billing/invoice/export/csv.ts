import { quoteFormulas } from '@attune/contract/common/csv/csv'
import { currencyDigits, decimal } from '@attune/contract/common/money/money'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { wallClockOf } from '@attune/contract/common/time/time'
import { invoiceNumber, signedTotal } from '@attune/contract/features/billing/invoice/invoice.rules'
import { translate } from '../../../../platform/text/translations.ts'
import { compareInvoiceNumbers } from '../read/number-order.ts'
import type { ErasedNumber, ExportedInvoice, ExportedPayment, LostNumber } from './rows.ts'

type Reader = { language: Language; zone: string }
type Amount = { minor: bigint; currency: string }
/** A cell of a table: a text, or an amount, which a spreadsheet must read as a number. */
type Cell = string | Amount

/**
 * Formats a table as CSV. English spreadsheets expect commas between cells and decimal points; those in other languages expect semicolons and
 * decimal commas. Texts are quoted, and texts that look like formulas are escaped.
 */
export function csvTable(rows: Cell[][], language: Language): string {
  const [separator, sign] = language === 'en' ? [',', '.'] : [';', ',']
  const cellOf = (cell: Cell) =>
    typeof cell === 'string'
      ? `"${quoteFormulas(cell).replaceAll('"', '""')}"`
      : decimal(cell.minor, currencyDigits(cell.currency)).replace('.', sign)
  // The byte order mark makes spreadsheets read the file as UTF-8.
  return `\ufeff${rows.map((cells) => `${cells.map(cellOf).join(separator)}\r\n`).join('')}`
}

const words = (language: Language, keys: string[]) => keys.map((key) => translate(language, `invoice.export.${key}`))
/** Sums of a credit note are positive on the document and negative in a journal. */
const signed = (snapshot: ExportedInvoice['snapshot'], minor: string) =>
  snapshot.kind === 'credit-note' ? -BigInt(minor) : BigInt(minor)

const journalColumns = [
  'day',
  'type',
  'number',
  'corrects',
  'payer',
  'taxRate',
  'taxReason',
  'net',
  'tax',
  'gross',
  'currency',
  'due',
  'method',
  'reference',
]

/** Returns the journal of a period by day: a row per tax rate of each invoice or credit note, and one per payment. */
export function journalCsv(invoices: ExportedInvoice[], payments: ExportedPayment[], { language }: Reader): string {
  const t = (key: string) => translate(language, `invoice.export.${key}`)
  const ofInvoices = invoices.flatMap(({ snapshot }) =>
    snapshot.taxes.map((group) => {
      const amount = (minor: bigint): Amount => ({ minor, currency: snapshot.currency })
      const [net, tax] = [signed(snapshot, group.netMinor), signed(snapshot, group.taxMinor)]
      const cells: Cell[] = [
        snapshot.issuedOn,
        t(snapshot.kind),
        snapshot.number,
        snapshot.corrects?.number ?? '',
        snapshot.buyer.name,
        `${group.rateBp / 100} %`,
        group.reason,
        ...[net, tax, net + tax].map(amount),
        snapshot.currency,
        snapshot.dueOn ?? '',
        '',
        snapshot.buyer.reference,
      ]
      return { day: snapshot.issuedOn, cells }
    }),
  )
  const ofPayments = payments.map(({ paidOn, amountMinor, currency, method, reference, number, payer }) => {
    const paid: Amount = { minor: BigInt(amountMinor), currency }
    const type = paid.minor < 0n ? 'counter-entry' : 'payment'
    const cells: Cell[] = [paidOn, t(type), number, '', payer, '', '', '', '', paid, currency, '', t(method), reference]
    return { day: paidOn, cells }
  })
  const rows = [...ofInvoices, ...ofPayments].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  return csvTable([words(language, journalColumns), ...rows.map(({ cells }) => cells)], language)
}

const numberColumns = ['number', 'type', 'day', 'issuedAt', 'issuedBy', 'corrects', 'gross', 'currency', 'remark']

/** The invoice numbers of a period: of existing invoices, of erased ones, and those lost in a restore. */
type Numbers = { invoices: ExportedInvoice[]; erased: ErasedNumber[]; lost: LostNumber[] }

/** Returns the journal of invoice numbers: who issued each number in a period and when, and which numbers have no invoice. */
export function numbersCsv({ invoices, erased, lost }: Numbers, { language, zone }: Reader): string {
  const t = (key: string) => translate(language, `invoice.export.${key}`)
  const momentOf = (at: string) => {
    const { day, time } = wallClockOf(new Date(at).toISOString(), zone)
    return `${day} ${time}`
  }
  const issued = invoices.map(({ snapshot, issuedAt }) => [
    snapshot.number,
    t(snapshot.kind),
    snapshot.issuedOn,
    momentOf(issuedAt),
    snapshot.seller.person || snapshot.seller.name,
    snapshot.corrects?.number ?? '',
    { minor: signed(snapshot, snapshot.grossMinor), currency: snapshot.currency },
    snapshot.currency,
    '',
  ])
  const gone = erased.map(({ number, kind, issuedOn, grossMinor, currency, erasedAt }) => [
    number,
    t(kind),
    issuedOn,
    '',
    '',
    '',
    { minor: BigInt(signedTotal({ kind, grossMinor })), currency },
    currency,
    translate(language, 'invoice.export.erased', { day: wallClockOf(new Date(erasedAt).toISOString(), zone).day }),
  ])
  const missing = lost.map(({ year, series, number, at, reason }): Cell[] => [
    invoiceNumber(year, number, series),
    t('lost'),
    '',
    momentOf(at),
    '',
    '',
    '',
    '',
    reason,
  ])
  const taken = ([...issued, ...gone] satisfies Cell[][]).toSorted(([a], [b]) =>
    compareInvoiceNumbers(String(a), String(b)),
  )
  return csvTable([words(language, numberColumns), ...taken, ...missing], language)
}
