/** The largest bank file, and the largest content of a zip file, in bytes. */
export const maxBankFileBytes = 10 * 1024 * 1024
/** The most entries of a file. */
export const maxBankEntries = 50_000
/** The most entries that one call books. A page books more entries in several calls. */
export const maxBankBookings = 200
/** The most columns of a CSV file. */
export const maxBankColumns = 60

/**
 * The content of a column of a CSV file. `amount` has a sign or `direction` says what it is; `credit` has amounts that
 * were received only. Several columns can be `text`, every other field is one column.
 */
export const bankFields = ['day', 'amount', 'credit', 'direction', 'currency', 'payer', 'text', 'reference'] as const
export type BankField = (typeof bankFields)[number]

/** The sign that separates the cents where a number can be read in two ways, such as 1.234. */
export const decimalSigns = ['comma', 'point'] as const
/** The order of a date that can be read in two ways, such as 03/04/2026. */
export const dayOrders = ['day-first', 'month-first'] as const

/** How a CSV file is read: the field of each column (null is left out), and the currency if no column has it. */
export type BankMapping = {
  columns: (BankField | null)[]
  decimal: (typeof decimalSigns)[number]
  dayOrder: (typeof dayOrders)[number]
  currency: string
}

/** Returns whether a mapping names the columns that each entry needs: a day, and an amount. */
export const isCompleteMapping = ({ columns }: Pick<BankMapping, 'columns'>) =>
  columns.includes('day') && (columns.includes('amount') || columns.includes('credit'))

/** Sets the field of a column. Any field but `text` is removed from the column that had it. */
export const mapBankColumn = (columns: readonly (BankField | null)[], at: number, field: BankField | null) =>
  columns.map((current, index) => (index === at ? field : field !== 'text' && current === field ? null : current))

/**
 * Why a bank file is not read:
 * - `EMPTY`: it has no entry of any kind
 * - `DAMAGED`: it is not well-formed, or it is neither XML, nor text, nor a zip file with one of them
 * - `DOCTYPE`: its XML declares a document type, which could contain entities
 * - `OTHER_FORMAT`: it is XML, but not a statement in CAMT.053
 * - `TOO_LARGE`: it is, or unpacks to, more than `maxBankFileBytes`
 * - `TOO_MANY`: it has more than `maxBankEntries`
 */
export const bankFileProblems = ['EMPTY', 'DAMAGED', 'DOCTYPE', 'OTHER_FORMAT', 'TOO_LARGE', 'TOO_MANY'] as const
export type BankFileProblem = (typeof bankFileProblems)[number]

/** A CSV file whose columns are not known yet. `fingerprint` identifies its headings. */
export type BankTable = {
  fingerprint: string
  columns: {
    /** The heading; empty if the file has none. */
    heading: string
    /** Up to three values. */
    samples: string[]
  }[]
  suggested: BankMapping
}

/** The facts of an entry that match the proposed invoice. */
export type BankFit = { number: boolean; amount: boolean; payer: boolean }

/** Money that was received, or taken back, according to a bank file. */
export type BankEntry = {
  /** Identifies the entry in every file that contains it: the SHA-256 of its facts, in hexadecimal. */
  key: string
  /** `YYYY-MM-DD` */
  day: string
  /** In the smallest unit of the currency; negative if the bank took money back. */
  amountMinor: string
  currency: string
  payer: string
  text: string
  /** `imported`: it was booked before. `reversed`: it takes another entry back and is never booked. */
  state: 'new' | 'imported' | 'reversed'
  /** The invoice on which the entry was booked. */
  importedAs: { invoiceId: string; number: string } | null
  /** The invoice that the entry probably pays. A reliable proposal fits in number and amount. */
  proposal: { invoiceId: string; isReliable: boolean; fits: BankFit } | null
}

/** An invoice that an entry can pay. `openMinor` is 0 or less if it is paid. */
export type PayableInvoice = {
  id: string
  number: string
  payerName: string
  clientName: string
  currency: string
  openMinor: string
}

/** The entries of a bank file with proposals. Nothing of it is stored. */
export type BankReview = {
  /** The fingerprint of the headings of a CSV file; null for CAMT.053. */
  fingerprint: string | null
  /** How many entries are left out: not booked by the bank yet, money that was paid, and what cannot be read. */
  left: { pending: number; outgoing: number; unreadable: number }
  entries: BankEntry[]
  invoices: PayableInvoice[]
}

/** The answer to an uploaded bank file: a CSV file with unknown columns is only described. */
export type BankFileAnswer = { step: 'columns'; table: BankTable } | ({ step: 'review' } & BankReview)
