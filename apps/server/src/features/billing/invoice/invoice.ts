export { storeDocuments } from './documents/documents.ts'
export { reconcileMarks } from './issue/mark.ts'
export { announceDocuments } from './links/notices.ts'
export { reachOfReminder } from './links/links.ts'
export { buyerOf, partiesOf, sellerOf, therapistNameOf, type Parties } from './draft/parties.ts'
export { keptInvoices } from './retention/retention.ts'
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
