export { announceDocuments, storeDocuments } from './documents/documents.ts'
export { listInvoiceDocuments, openInvoiceDocument } from './documents/of-record.ts'
export {
  readStoredNumbers,
  reconcileHighestNumbers,
  scheduleHighestNumbers,
  storeHighestNumbers,
} from './issue/highest-number.ts'
export { readReminderReach } from './links/links.ts'
export { buyerOf, readParties, sellerOf, readPrintedTherapistName, type Parties } from './draft/parties.ts'
export { readKeptInvoices } from './retention/retention.ts'
export {
  fullyCreditedSql,
  openSql,
  readInvoiceRow,
  lockInvoiceRow,
  minorSql,
  paidSql,
  recordInvoiceEvent,
  validDocumentSql,
  type InvoiceRow,
} from './invoice.rows.ts'
export { listInvoicesOfSession, listWithCreditNotes } from './read/of-session.ts'
export { listOwnInvoices, readOwnInvoice } from './read/client.ts'
export { findInvoicesToPay } from './read/to-pay.ts'
export { hasInvoicesSql } from './read/has-invoices.ts'
export { compareInvoiceNumbers } from './read/number-order.ts'
export { findInvoices } from './read/find.ts'
export { creditIn, listInvoicesOfPayer } from './read/of-payer.ts'
export { provideCredit } from './credit-use/credit-at-issue.ts'
