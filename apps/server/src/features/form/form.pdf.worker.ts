// Runs as a separate process, which makes one document after the other.
import { answerPdfOrders } from '../../platform/pdf/answer-pdf-orders.ts'
import { makeFormPdf } from './form.pdf.document.ts'
import type { FormPdfOrder } from './form.pdf.order.ts'

await answerPdfOrders((line) => makeFormPdf(JSON.parse(line) as FormPdfOrder))
