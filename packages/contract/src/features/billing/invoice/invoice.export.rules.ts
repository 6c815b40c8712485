/**
 * The exports of a period for the accountant of a practice: the journal as CSV, a DATEV Buchungsstapel, the journal of numbers
 * as CSV, and all documents as a ZIP.
 */
export const invoiceExports = ['journal', 'datev', 'numbers', 'zip'] as const
export type InvoiceExport = (typeof invoiceExports)[number]

/** The most days of an export: a leap year. */
export const longestExportDays = 366
