// Runs as a separate process that renders one document after the other.
import { answerPdfOrders } from '../../../../platform/pdf/answer-pdf-orders.ts'
import { makePdf } from './document.ts'
import type { PdfOrder } from '../content/documents.ts'

type Line = Omit<PdfOrder, 'logo'> & { logo: string | null }

await answerPdfOrders(async (line) => {
  const { logo, ...order } = JSON.parse(line) as Line
  return makePdf({ ...order, logo: logo === null ? null : Buffer.from(logo, 'base64') })
})
