/** What a spreadsheet would run instead of show, when a cell begins with it. */
const formula = /^[=+\-@\t\r]/

/** A row of CSV (RFC 4180): every cell quoted; one that begins like a formula gets a ' in front, which makes it text. */
export const csvRow = (cells: string[]) =>
  cells.map((cell) => `"${(formula.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')

/** The mark before a formula taken away again: what was exported is read in as it was. */
export const withoutMark = (cell: string) =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
