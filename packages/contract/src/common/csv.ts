/** A cell starts at the start of the text, and for a program that splits the file at semicolons also after one or after a line break. */
const cellStart = /(^|[;\r\n])/.source
/**
 * What a spreadsheet evaluates: a character that starts a formula, also in its full-width form. White space and quotes before it do not
 * prevent that. Apostrophes are allowed too, so that a formula that already has one gets another, and removing one restores the text.
 */
const formula = /(?=(?:[^\S\r\n]|["'])*[=+\-@＝＋－＠])/.source

const cellWithFormula = new RegExp(cellStart + formula, 'g')
const cellWithQuotedFormula = new RegExp(`${cellStart}'${formula}`, 'g')

/**
 * Adds an apostrophe before each part of a CSV cell that a spreadsheet would evaluate as a formula, so that it shows the part as text. A
 * spreadsheet that splits the file at semicolons ignores the quotes around a cell, so one cell can contain several such parts.
 */
export const quoteFormulas = (cell: string) => cell.replace(cellWithFormula, "$1'")

/** Removes the apostrophes that `quoteFormulas` adds, and no others. Applied once to an exported cell, it returns the original text. */
export const unquoteFormulas = (cell: string) => cell.replace(cellWithQuotedFormula, '$1')
