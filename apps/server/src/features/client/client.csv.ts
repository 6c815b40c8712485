/** Characters at the start of a cell that make a spreadsheet treat it as a formula. */
const formula = /^[=+\-@\t\r]/

/** A row of CSV (RFC 4180) with quoted cells. A cell that begins like a formula gets a leading ', which makes it text. */
export const csvRow = (cells: string[]) =>
  cells.map((cell) => `"${(formula.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')

/** Removes the ' that `csvRow` adds, so that an exported cell is imported unchanged. */
export const removeFormulaQuote = (cell: string) =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
