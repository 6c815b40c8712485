import type { InvoiceId, PaymentId } from '../../../common/ids.ts'

/** The maximum size in bytes of a bank file, and of the content of a ZIP file. */
export const maxBankFileBytes = 10 * 1024 * 1024
/** The maximum number of entries in a file. */
export const maxBankEntries = 50_000
/** The maximum number of entries that one call books. The page books more entries in several calls. */
export const maxBankBookings = 200
/** The maximum number of invoices over which an entry is split, and the maximum number of payments that an entry reverses. */
export const maxBankParts = 50
/** The maximum number of columns of a CSV file. */
export const maxBankColumns = 60

/**
 * The meaning of a CSV column. `amount` is signed, or unsigned with the sign in `direction`; `credit` contains only received amounts. Several
 * columns can be `text`; each other field can be used once.
 */
export const bankFields = [
  'day',
  'amount',
  'credit',
  'debit',
  'direction',
  'currency',
  'payer',
  'text',
  'reference',
] as const
export type BankField = (typeof bankFields)[number]

/** The decimal sign for numbers that can be read in two ways, such as 1.234. */
export const decimalSigns = ['comma', 'point'] as const
/** The order of day and month for dates that can be read in two ways, such as 03/04/2026. */
export const dayOrders = ['day-first', 'month-first'] as const

/** The mapping by which a CSV file is read. */
export type BankMapping = {
  /** The field of each column; null ignores it. */
  columns: (BankField | null)[]
  /** The decimal sign of the amounts. */
  decimal: (typeof decimalSigns)[number]
  /** The order of day and month in dates that can be read in two ways. */
  dayOrder: (typeof dayOrders)[number]
  /** The currency, if no column contains it. */
  currency: string
}

/** Whether a mapping has the columns that each entry needs: a day and an amount. */
export const isCompleteMapping = ({ columns }: Pick<BankMapping, 'columns'>) =>
  columns.includes('day') && (columns.includes('amount') || columns.includes('credit'))

/** Sets the field of a column. Any field except `text` is removed from the column that had it before. */
export const mapBankColumn = (columns: readonly (BankField | null)[], at: number, field: BankField | null) =>
  columns.map((current, index) => (index === at ? field : field !== 'text' && current === field ? null : current))

/**
 * The reasons why a bank file cannot be read:
 * - `EMPTY`: it contains no entries
 * - `DAMAGED`: it is malformed, or it is neither XML, nor text, nor a ZIP file with one of them
 * - `DOCTYPE`: its XML has a document type declaration, which could contain entities
 * - `OTHER_FORMAT`: it is XML, but not a CAMT.053 statement
 * - `TOO_LARGE`: its size, packed or unpacked, exceeds `maxBankFileBytes`
 * - `TOO_MANY`: it contains more than `maxBankEntries` entries
 */
export const bankFileProblems = ['EMPTY', 'DAMAGED', 'DOCTYPE', 'OTHER_FORMAT', 'TOO_LARGE', 'TOO_MANY'] as const
export type BankFileProblem = (typeof bankFileProblems)[number]

/** A CSV file without a saved mapping. */
export type BankTable = {
  /** Identifies the headings of the file. */
  fingerprint: string
  columns: {
    /** The heading; empty if the file has none. */
    heading: string
    /** Up to three example values of the column. */
    samples: string[]
  }[]
  /** The mapping that the headings and values suggest. */
  suggested: BankMapping
}

/** The properties of an entry that match the proposed invoice. */
export type BankFit = {
  /** Whether the text contains the number of the invoice. */
  number: boolean
  /** Whether the amount equals the open amount of the invoice. */
  amount: boolean
  /** Whether a name on the invoice is that of the other account holder. */
  payer: boolean
}

/** An amount in a bank file that was received or reversed. */
export type BankEntry = {
  /** Identifies the entry in every file that contains it: the SHA-256 of its facts, in hexadecimal. */
  key: string
  /** The day of the entry, `YYYY-MM-DD`. */
  day: string
  /** The amount in minor units of the currency; negative if the bank reversed a payment. */
  amountMinor: string
  currency: string
  /** The name of the other account holder. */
  payer: string
  /** The remittance text. */
  text: string
  /** The sum of the reversals of the entry in the same file, in minor units. */
  reversedMinor: string
  /** `imported`: already booked. `reversed`: reverses another entry, or was reversed completely in the same file, and is never booked. */
  state: 'new' | 'imported' | 'reversed'
  /** The recorded payments that the entry takes back, with the amounts in minor units; empty if it reverses none. */
  reverses: { paymentId: PaymentId; invoiceId: InvoiceId; number: string; amountMinor: string }[]
  /**
   * Whether only this review lists the payments in `reverses`: an earlier version of Attune recorded them although the file already contained their
   * reversal.
   */
  isNamedOnce: boolean
  /** The invoice on which the entry was booked, or the payment that it reversed; null if it is not booked. */
  importedAs: { invoiceId: InvoiceId; number: string } | null
  /** The further invoices, if the entry was split over several. */
  alsoImportedAs: { invoiceId: InvoiceId; number: string }[]
  /** The invoice that the entry probably pays; null if none fits. In a reliable proposal, number and amount match. */
  proposal: { invoiceId: InvoiceId; isReliable: boolean; fits: BankFit } | null
  /**
   * The invoices over which the entry is split if its text has the numbers of several open ones, with the amounts in minor units; otherwise null. A
   * reliable split pays all of them. An entry has either a proposal or a split.
   */
  split: { isReliable: boolean; parts: { invoiceId: InvoiceId; amountMinor: string }[] } | null
}

/** An invoice that an entry can pay. */
export type PayableInvoice = {
  id: InvoiceId
  number: string
  payerName: string
  clientName: string
  currency: string
  /** The unpaid amount in minor units; 0 or less if the invoice is paid. */
  openMinor: string
}

/** The entries of a bank file with proposals. None of this is stored. */
export type BankReview = {
  /** The fingerprint of the headings of a CSV file; null for CAMT.053. */
  fingerprint: string | null
  /** The numbers of omitted entries. `pending`: entries that the bank has not booked yet. */
  left: { pending: number; outgoing: number; unreadable: number }
  entries: BankEntry[]
  /** The invoices that an entry can pay. */
  invoices: PayableInvoice[]
}

/** The response to an uploaded bank file: either the columns of a CSV file without a mapping, or the entries. */
export type BankFileAnswer = { step: 'columns'; table: BankTable } | ({ step: 'review' } & BankReview)
