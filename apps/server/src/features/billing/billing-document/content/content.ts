import type { PrintedDocument } from './documents.ts'
import type { SwissBill } from './swiss-bill.ts'

/**
 * A column of a printed table. The flexible column takes the remaining width and shows the details of a row. If that width is too small, columns
 * with `foldsAt` become details, lowest number first.
 */
type Column = { label: string; align?: 'left' | 'right'; isFlexible?: boolean; foldsAt?: number }
/** A labelled amount below a table. */
type Sum = { label: string; value: string; isTotal?: boolean }

export type PrintedTable = {
  heading?: string
  columns: Column[]
  rows: { cells: string[]; details?: string }[]
  sums: Sum[]
}

/** The texts of a document between its address and its footer. All texts are complete and in its language. */
export type PrintedContent = {
  title: string
  /** The number next to the title; empty if the document has none. */
  number: string
  facts: { label: string; value: string }[]
  /** The paragraphs above the tables. */
  lead: string[]
  tables: PrintedTable[]
  /** The paragraphs below the tables. */
  after: string[]
  /** The payment details, with the text of a QR code or with the Swiss QR-bill if there is one; null for a document without them. */
  payment: { rows: { label: string; value: string }[]; qr: string | null; swissBill: SwissBill | null } | null
}

export type Letterhead = Pick<PrintedDocument, 'language' | 'paper' | 'seller' | 'buyer' | 'footer'>

/** Returns the sum of amounts in minor units. */
export const sumAmounts = (amounts: string[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n)
