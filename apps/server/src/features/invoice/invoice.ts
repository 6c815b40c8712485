export { storeDocuments } from './invoice.documents.ts'
export { invoiceEmails } from './invoice.emails.ts'
export { reconcileMarks } from './invoice.mark.ts'
export { announceDocuments } from './invoice.notices.ts'
export { payerEmails } from './invoice.link-emails.ts'
export { reachOfReminder } from './invoice.links.ts'
export { buyerOf, partiesOf, sellerOf, therapistNameOf, type Parties } from './invoice.parties.ts'
export { keptInvoices } from './invoice.retention.ts'
export { renderSheetPdf } from './invoice.pdf.ts'
export { reminderContent, standardReminder } from './invoice.pdf.payment-content.ts'
export {
  pickLetter,
  type EstimateSheet,
  type ReceiptSheet,
  type ReminderSheet,
  type StatementSheet,
  type SuperbillSheet,
} from './invoice.pdf.sheets.ts'
export { printable } from './invoice.printable.ts'
export {
  creditedSql,
  invoiceRow,
  lockedInvoice,
  minorSql,
  paidSql,
  recordInvoiceEvent,
  validDocumentSql,
  type InvoiceRow,
} from './invoice.rows.ts'
