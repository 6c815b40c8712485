import { quoteFormulas } from '@attune/contract/common/csv'

/** Returns a row of CSV (RFC 4180) with quoted cells. A spreadsheet shows what looks like a formula as text. */
export const csvRow = (cells: string[]) =>
  cells.map((cell) => `"${quoteFormulas(cell).replaceAll('"', '""')}"`).join(',')
