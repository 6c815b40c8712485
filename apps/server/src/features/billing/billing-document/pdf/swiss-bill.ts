import type { TextStyle, Typesetter } from '../../../../platform/pdf/typesetting.ts'
import type { SwissBill } from '../content/swiss-bill.ts'
import { drawLines, drawUntagged, mm } from './frame.ts'
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
/**
 * The styles of headings and values in the receipt and in the payment part, and the distances in millimetres from currency to amount (`right`) and
 * from their headings to their values (`down`).
 */
const sizes = {
  receipt: { heading: style(6, 8, 'bold'), value: style(8, 8.75), amount: { right: 22, down: 3 } },
  payment: { heading: style(8, 10.25, 'bold'), value: style(10, 10.8), amount: { right: 22, down: 4 } },
}
type Size = (typeof sizes)['receipt']
/** The distance between account, message and payer. */
const blockGap = 10.4
/** The notice above the line along which the bill is cut. */
const notice = style(11, 12)
type Place = { x: number; y: number; width: number }

/**
 * Draws a QR-bill at the lower edge of the current page: a receipt of 62 × 105 mm and a payment part of 148 × 105 mm, with the code of 46 mm in it.
 * All measures and sizes are those of the library swissqrbill 4.4.1 (lib/esm/pdf/swissqrbill.js and shared/qr-code.js, MIT, read on 28 November
 * 2026), which draws bills by the Swiss Implementation Guidelines QR-bill. The text is in the font of the invoice, because the prescribed fonts
 * (Arial, Helvetica, Frutiger, Liberation Sans) are not installed.
 */
export function drawSwissBill(pdf: PDFKit.PDFDocument, type: Typesetter, bill: SwissBill): void {
  const top = pdf.page.height - swissBillHeight
  const at = (x: number, y: number, width: number): Place => ({ x: x * mm, y: top + y * mm, width: width * mm })
  const write = (text: string, of: TextStyle, place: Place, align: 'left' | 'right' = 'left') =>
    drawLines(type, [{ text, style: of }], { ...place, align })
  const { labels } = bill
  type.drawArtifact(() => drawSeparation(pdf, top))
  const left = (pdf.page.width - type.widthOf(labels.separate, notice)) / 2
  drawLines(type, [{ text: labels.separate, style: notice }], {
    x: left,
    y: top - notice.leading,
    width: pdf.page.width,
  })
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
  pdf.lineWidth(0.75).dash(1, { space: 1 })
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
    y = drawLines(type, texts, { ...of.place, y }) + blockGap
  }
  block(labels.account, bill.account)
  if (of.message) block(labels.message, [of.message])
  block(bill.payer.length ? labels.payer : labels.emptyPayer, bill.payer)
  if (bill.payer.length) return
  const [left, upper] = [of.place.x, y - blockGap]
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
  const { right, down } = size.amount
  const column = (label: string, text: string, left: number) => {
    const place = { x: left, width: 35 * mm }
    type.within('P', () => {
      drawUntagged(type, [{ text: label, style: size.heading }], { ...place, y })
      drawUntagged(type, [{ text, style: size.value }], { ...place, y: y + down * mm })
    })
  }
  column(labels.currency, currency, x)
  column(labels.amount, amount, x + right * mm)
}

/** Draws the Swiss cross of 7 mm in the middle of the code. */
function drawCross(pdf: PDFKit.PDFDocument, { x, y }: { x: number; y: number }): void {
  const square = (width: number, height: number, color: string) =>
    pdf.rect(x - (width * mm) / 2, y - (height * mm) / 2, width * mm, height * mm).fill(color)
  square(7, 7, '#ffffff')
  square(6, 6, black)
  square(3.89, 1.17, '#ffffff')
  square(1.17, 3.89, '#ffffff')
}
