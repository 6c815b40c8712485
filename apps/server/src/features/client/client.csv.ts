/** Characters at the start of a cell that make a spreadsheet treat it as a formula. */
const formula = /^[=+\-@\t\r]/

/**
 * Returns a row of CSV (RFC 4180) with quoted cells. A cell that begins like a formula gets a leading apostrophe, so that a spreadsheet
 * shows it as text.
 */
export const csvRow = (cells: string[]) =>
  cells.map((cell) => `"${(formula.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')

/** Removes the apostrophe that `csvRow` adds, so that importing an exported cell gives the original text. */
export const removeFormulaQuote = (cell: string) =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
