/**
 * The start of a cell. In programs that split a file at semicolons, a cell also starts after each semicolon and line
 * break within the text.
 */
const cellStart = /(^|[;\r\n])/.source
/**
 * Matches the start of a text that a spreadsheet evaluates as a formula: a formula character (ASCII or full width) after any spaces, quotes and
 * apostrophes. Apostrophes are included so that escaping adds another one, and removing one apostrophe restores the text.
 */
const formula = /(?=(?:[^\S\r\n]|["'])*[=+\-@＝＋－＠])/.source

const cellWithFormula = new RegExp(cellStart + formula, 'g')
const cellWithQuotedFormula = new RegExp(`${cellStart}'${formula}`, 'g')

/**
 * Adds an apostrophe before each part of a CSV cell that a spreadsheet would evaluate as a formula. The spreadsheet
 * then shows that part as text. A cell can contain several such parts. A spreadsheet that splits the file at semicolons
 * ignores the quotes around a cell.
 */
export const quoteFormulas = (cell: string) => cell.replace(cellWithFormula, "$1'")

/**
 * Returns a row of CSV (RFC 4180) with quoted cells. Escapes cells that look like formulas, so that a spreadsheet
 * shows them as text.
 */
export const csvRow = (cells: string[]) =>
  cells.map((cell) => `"${quoteFormulas(cell).replaceAll('"', '""')}"`).join(',')

/** Removes the apostrophes that `quoteFormulas` adds, and no others. Applied once to an exported cell, it returns the original text. */
export const unquoteFormulas = (cell: string) => cell.replace(cellWithQuotedFormula, '$1')
