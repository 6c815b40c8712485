import type { TextStyle, Typesetter } from '../../../../platform/pdf/typesetting.ts'
import type { SwissBill } from '../content/swiss-bill.ts'
import { drawLines, mm } from './frame.ts'
import { drawQrCode } from './payment-box.ts'

/** The height of a QR-bill at the lower edge of an A4 page. */
export const swissBillHeight = 105 * mm

const black = '#000000'
const style = (size: number, leading: number, face: TextStyle['face'] = 'normal'): TextStyle => ({
  size,
  leading,
  face,
  color: black,
})
const title = style(11, 13, 'bold')
/** The headings and values of the receipt and of the payment part. */
const sizes = {
  receipt: { heading: style(6, 9, 'bold'), value: style(8, 9) },
  payment: { heading: style(8, 11, 'bold'), value: style(10, 11) },
}
type Size = (typeof sizes)['receipt']
type Place = { x: number; y: number; width: number }

/**
 * Draws a QR-bill at the lower edge of the current page: a receipt of 62 × 105 mm and a payment part of 148 × 105 mm, with the code of 46 mm in it. The
 * measures are those of the Swiss Implementation Guidelines QR-bill 2.1, chapter 3, and of the style guide at qr-einzahlungsschein.ch, read in excerpts on
 * 27 November 2026; some positions and sizes of text are from memory and were not measured against the guidelines. The text is in the font of the invoice,
 * because the prescribed fonts (Arial, Helvetica, Frutiger, Liberation Sans) are not installed.
 */
export function drawSwissBill(pdf: PDFKit.PDFDocument, type: Typesetter, bill: SwissBill): void {
  const top = pdf.page.height - swissBillHeight
  const at = (x: number, y: number, width: number): Place => ({ x: x * mm, y: top + y * mm, width: width * mm })
  const write = (text: string, of: TextStyle, place: Place, align: 'left' | 'right' = 'left') =>
    drawLines(type, [{ text, style: of }], { ...place, align })
  const { labels } = bill
  type.drawArtifact(() => drawSeparation(pdf, top))
  write(labels.separate, style(6, 8), at(5, -3.2, 200))
  write(labels.receipt, title, at(5, 5, 52))
  drawParties(pdf, type, bill, { size: sizes.receipt, place: at(5, 12, 52), field: { width: 52, height: 20 } })
  drawAmount(type, bill, sizes.receipt, at(5, 68, 52))
  write(labels.acceptancePoint, sizes.receipt.heading, at(57, 82, 52), 'right')
  write(labels.paymentPart, title, at(67, 5, 46))
  const code = at(67, 17, 46)
  type.drawFigure(labels.paymentPart, () => {
    drawQrCode(pdf, bill.code, { x: code.x, y: code.y, size: code.width })
    drawCross(pdf, { x: code.x + code.width / 2, y: code.y + code.width / 2 })
  })
  drawAmount(type, bill, sizes.payment, at(67, 68, 46))
  drawParties(pdf, type, bill, {
    size: sizes.payment,
    place: at(118, 5, 87),
    field: { width: 65, height: 25 },
    message: bill.message,
  })
}

/** Draws the lines along which the bill is cut: above it, and between receipt and payment part. */
function drawSeparation(pdf: PDFKit.PDFDocument, top: number): void {
  pdf.lineWidth(0.5).dash(2, { space: 2 })
  pdf.moveTo(0, top).lineTo(pdf.page.width, top).stroke(black)
  pdf
    .moveTo(62 * mm, top)
    .lineTo(62 * mm, pdf.page.height)
    .stroke(black)
  pdf.undash()
}

/** Draws account, message and payer with their headings, one below the other. Without a payer, draws the corners of a field to fill in. */
function drawParties(
  pdf: PDFKit.PDFDocument,
  type: Typesetter,
  bill: SwissBill,
  of: { size: Size; place: Place; field: { width: number; height: number }; message?: string },
): void {
  const { heading, value } = of.size
  const { labels } = bill
  let { y } = of.place
  const block = (label: string, lines: string[]) => {
    const texts = [{ text: label, style: heading }, ...lines.map((text) => ({ text, style: value }))]
    y = drawLines(type, texts, { ...of.place, y }) + value.leading
  }
  block(labels.account, bill.account)
  if (of.message) block(labels.message, [of.message])
  block(bill.payer.length ? labels.payer : labels.emptyPayer, bill.payer)
  if (bill.payer.length) return
  const [left, upper] = [of.place.x, y - value.leading + 2]
  const corners = { x: left, y: upper, width: of.field.width * mm, height: of.field.height * mm }
  type.drawArtifact(() => drawCorners(pdf, corners))
}

function drawCorners(pdf: PDFKit.PDFDocument, { x, y, width, height }: Place & { height: number }): void {
  const arm = 3 * mm
  pdf.lineWidth(0.75)
  for (const [cornerX, toX] of [
    [x, arm],
    [x + width, -arm],
  ] as const)
    for (const [cornerY, toY] of [
      [y, arm],
      [y + height, -arm],
    ] as const)
      pdf
        .moveTo(cornerX + toX, cornerY)
        .lineTo(cornerX, cornerY)
        .lineTo(cornerX, cornerY + toY)
        .stroke(black)
}

/** Draws currency and amount side by side, each below its heading. */
function drawAmount(type: Typesetter, { labels, currency, amount }: SwissBill, size: Size, { x, y }: Place): void {
  const column = (label: string, text: string, left: number) =>
    drawLines(
      type,
      [
        { text: label, style: size.heading },
        { text, style: size.value },
      ],
      { x: left, y, width: 35 * mm },
    )
  column(labels.currency, currency, x)
  column(labels.amount, amount, x + 16 * mm)
}

/** Draws the Swiss cross of 7 mm in the middle of the code. Its arms have the proportions of the flag. */
function drawCross(pdf: PDFKit.PDFDocument, { x, y }: { x: number; y: number }): void {
  const square = (width: number, height: number, color: string) =>
    pdf.rect(x - (width * mm) / 2, y - (height * mm) / 2, width * mm, height * mm).fill(color)
  square(7, 7, '#ffffff')
  square(6, 6, black)
  square(3.75, 1.125, '#ffffff')
  square(1.125, 3.75, '#ffffff')
}
