// Runs as a separate process that renders one document after the other.
import { answerPdfOrders } from '../../../../platform/pdf/answer-pdf-orders.ts'
import { makeFormPdf } from './pdf.document.ts'
import type { FormPdfOrder } from './pdf.order.ts'

await answerPdfOrders((line) => makeFormPdf(JSON.parse(line) as FormPdfOrder))
