import qrcode from 'qrcode'
import type { Typesetter } from '../../../../platform/pdf/typesetting.ts'
import type { PrintedContent } from '../content/content.ts'
import { colors, drawLines, edges, mm, pageStyles, valueStyle } from './frame.ts'
import type { Flow } from './table.ts'
import type { PageTexts } from '../content/texts.ts'

const code = { size: 30 * mm, caption: 42 * mm }
const [rowWidth, gap] = [58 * mm, 4 * mm]

/** Draws the payment details in two columns, and beside them the QR code for a banking app. */
export function drawPaymentBox(
  pdf: PDFKit.PDFDocument,
  type: Typesetter,
  { rows, qr }: NonNullable<PrintedContent['payment']>,
  { flow, texts }: { flow: Flow; texts: PageTexts },
) {
  const { left, right } = edges(pdf)
  const rowHeight = pageStyles.label.leading + pageStyles.text.leading + 5
  const height = Math.max(Math.ceil(rows.length / 2) * rowHeight, qr ? code.size + pageStyles.label.leading + 4 : 0)
  // At the top of a page, the box needs no line of its own, because there is a line below the name of the document.
  const isOnTop = flow.reserve(height + 22)
  if (!isOnTop) {
    flow.y += 10
    type.drawArtifact(() => pdf.moveTo(left, flow.y).lineTo(right, flow.y).lineWidth(0.5).stroke(colors.hairline))
  }
  flow.y += 10
  let end = flow.y
  for (let index = 0; index < rows.length; index += 2) {
    const y = end
    for (const [column, { label, value }] of rows.slice(index, index + 2).entries()) {
      const lines = [
        { text: label, style: pageStyles.label },
        { text: value, style: valueStyle(value) },
      ]
      end = Math.max(end, drawLines(type, lines, { x: left + column * (rowWidth + gap), y, width: rowWidth }) + 5)
    }
  }
  if (qr) {
    type.drawFigure(texts.t('scan'), () => drawQrCode(pdf, qr, { x: right - code.size, y: flow.y, size: code.size }))
    const caption = { text: texts.t('scan'), style: pageStyles.label }
    drawLines(type, [caption], { x: right, y: flow.y + code.size + 3, width: code.caption, align: 'right' })
  }
  flow.y = Math.max(flow.y + (qr ? code.size + 16 : 0), end)
}

/** Draws a QR code with error correction level M as vectors: one rectangle per run of dark modules in a row. */
export function drawQrCode(
  pdf: PDFKit.PDFDocument,
  text: string,
  { x, y, size }: { x: number; y: number; size: number },
) {
  const { data, size: count } = qrcode.create(text, { errorCorrectionLevel: 'M' }).modules
  const module = size / count
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) {
      const start = column
      while (column < count && data[row * count + column]) column++
      if (column > start) pdf.rect(x + start * module, y + row * module, (column - start) * module, module)
    }
  pdf.fill('#000000')
}
