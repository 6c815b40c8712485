/**
 * The formats in which a therapist can export a period for an accountant: a journal as CSV, a DATEV Buchungsstapel, a journal of invoice numbers as
 * CSV, and all documents as a ZIP.
 */
export const invoiceExports = ['journal', 'datev', 'numbers', 'zip'] as const
export type InvoiceExport = (typeof invoiceExports)[number]

/** The maximum number of days of an export: a leap year. */
export const longestExportDays = 366
