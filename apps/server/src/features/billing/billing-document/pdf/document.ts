import { buffer } from 'node:stream/consumers'
import { selectFont } from '../../../../platform/pdf/fonts.ts'
import { createPdfA } from '../../../../platform/pdf/pdf-a.ts'
import { createTypesetter, type TextStyle, type Typesetter } from '../../../../platform/pdf/typesetting.ts'
import type { PrintedContent } from '../content/content.ts'
import {
  continuedTop,
  drawLetterhead,
  drawRunningTexts,
  edges,
  footerHeight,
  mm,
  paperOf,
  pageStyles,
} from './frame.ts'
import { estimateContent } from '../content/estimate-content.ts'
import { invoiceContent } from '../content/invoice-content.ts'
import { receiptContent, reminderContent } from '../content/payment-content.ts'
import { statementContent } from '../content/statement-content.ts'
import { superbillContent } from '../content/superbill-content.ts'
import { drawPaymentBox } from './payment-box.ts'
import type { PdfOrder, PrintedDocument } from '../content/documents.ts'
import { drawSwissBill, swissBillHeight } from './swiss-bill.ts'
import { drawTable, type Flow } from './table.ts'
import { type PageTexts, pageTexts } from '../content/texts.ts'
import { facturXMetadata, facturXName } from './xmp.ts'

function contentOf(sheet: PrintedDocument): PrintedContent {
  switch (sheet.kind) {
    case 'invoice':
    case 'credit-note':
      return invoiceContent(sheet)
    case 'receipt':
      return receiptContent(sheet)
    case 'reminder':
      return reminderContent(sheet)
    case 'statement':
      return statementContent(sheet)
    case 'superbill':
      return superbillContent(sheet)
    case 'estimate':
      return estimateContent(sheet)
  }
}

const createPdf = ({ sheet, madeAt }: PdfOrder, { title, number }: PrintedContent) =>
  createPdfA({
    title: `${title} ${number} – ${sheet.seller.name}`,
    author: sheet.seller.name,
    language: sheet.language,
    size: paperOf(sheet.paper).size,
    madeAt,
  })

/** Creates the PDF of a document, as PDF/A-3b with its e-invoice attached if it has one. */
export async function makePdf(order: PdfOrder): Promise<Buffer> {
  const { sheet, xml, logo, madeAt } = order
  const content = contentOf(sheet)
  const texts = pageTexts(sheet)
  const pdf = createPdf(order, content)
  const finished = buffer(pdf)
  selectFont(pdf, 'latin normal')
  const type = createTypesetter(pdf)
  const height = footerHeight(pdf, type, sheet.footer)
  const flow: Flow = {
    y: paperOf(sheet.paper).body,
    reserve(needed) {
      if (flow.y + needed <= pdf.page.height - height) return false
      pdf.addPage()
      flow.y = continuedTop
      return true
    },
  }
  const factsEnd = drawLetterhead(pdf, type, { letterhead: sheet, content, texts, picture: logo ?? null })
  flow.y = Math.max(flow.y, factsEnd + 14)
  drawContent(pdf, type, content, { flow, texts })
  const bill = content.payment?.swissBill
  if (bill) {
    flow.reserve(swissBillHeight + 6 * mm)
    drawSwissBill(pdf, type, bill)
  }
  drawRunningTexts(pdf, type, { letterhead: sheet, content, texts, height, lift: bill ? swissBillHeight : 0 })
  if (xml) {
    const made = new Date(madeAt)
    pdf.file(Buffer.from(xml), {
      name: facturXName,
      type: 'text/xml',
      relationship: 'Alternative',
      description: 'Factur-X',
      creationDate: made,
      modifiedDate: made,
    } as PDFKit.Mixins.PDFAttachmentOptions)
    pdf.appendXML(facturXMetadata)
  }
  pdf.end()
  return finished
}

function drawContent(
  pdf: PDFKit.PDFDocument,
  type: Typesetter,
  { lead, tables, after, payment }: PrintedContent,
  { flow, texts }: { flow: Flow; texts: PageTexts },
) {
  const { left, width } = edges(pdf)
  const paragraph = (text: string, style: TextStyle = pageStyles.text) =>
    type.within('P', () => {
      for (const line of type.wrap(text, style, width)) {
        flow.reserve(style.leading)
        type.draw(line, style, left, flow.y + style.leading * 0.78)
        flow.y += style.leading
      }
    })
  for (const text of lead) {
    paragraph(text)
    flow.y += 7
  }
  flow.y += lead.length ? 7 : 0
  for (const table of tables) {
    drawTable(pdf, type, table, flow)
    flow.y += 16
  }
  for (const text of after) {
    paragraph(text)
    flow.y += 7
  }
  if (payment && !payment.swissBill) drawPaymentBox(pdf, type, payment, { flow, texts })
  if (type.hasUnknown()) {
    flow.y += 6
    paragraph(texts.t('unknown'), pageStyles.muted)
  }
}
