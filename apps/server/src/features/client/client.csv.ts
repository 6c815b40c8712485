import { quoteFormulas } from '@attune/contract/common/csv'

/**
 * Returns a row of CSV (RFC 4180) with quoted cells. Escapes cells that look like formulas, so that a spreadsheet
 * shows them as text.
 */
export const csvRow = (cells: string[]) =>
  cells.map((cell) => `"${quoteFormulas(cell).replaceAll('"', '""')}"`).join(',')
