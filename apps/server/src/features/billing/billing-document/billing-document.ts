export { paymentTerms } from './content/invoice-content.ts'
export { reminderContent, standardReminder } from './content/payment-content.ts'
export { printable } from './content/printable.ts'
export {
  pickLetter,
  type EstimateSheet,
  type ReceiptSheet,
  type ReminderSheet,
  type StatementSheet,
  type SuperbillSheet,
} from './content/sheets.ts'
export { renderSheetPdf } from './pdf/pdf.ts'
