export { paymentTerms } from './content/invoice-content.ts'
export { reminderContent, standardReminder } from './content/payment-content.ts'
export { printable } from './content/printable.ts'
export {
  pickLetter,
  withheldFact,
  type EstimateDocument,
  type ReceiptDocument,
  type ReminderDocument,
  type StatementDocument,
  type SuperbillDocument,
} from './content/documents.ts'
export { pageTexts } from './content/texts.ts'
export { renderDocumentPdf } from './pdf/pdf.ts'
