import { addressLines } from '@attune/contract/common/address/postal-address'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import type { TextStyle, Typesetter } from '../../../../platform/pdf/typesetting.ts'
import type { Letterhead, PrintedContent } from '../content/content.ts'
import type { PageTexts } from '../content/texts.ts'

/** The number of points per millimetre. */
export const mm = 72 / 25.4
export const colors = { ink: '#24292b', muted: '#5b6468', rule: '#24292b', hairline: '#d6d1c8' }
const text = { face: 'normal', color: colors.ink, size: 9.5, leading: 13 } as const
export const pageStyles = {
  text,
  muted: { ...text, color: colors.muted, size: 8.5, leading: 11.5 },
  label: { ...text, color: colors.muted, size: 8, leading: 11 },
  heading: { ...text, face: 'bold', size: 10.5, leading: 15 },
  business: { ...text, face: 'bold', size: 13, leading: 17 },
  number: { ...text, face: 'bold', size: 15, leading: 19 },
  returnAddress: { ...text, color: colors.muted, size: 6.5, leading: 8 },
  footer: { ...text, color: colors.muted, size: 7.5, leading: 10 },
  total: { ...text, face: 'bold', size: 12.5, leading: 18, tabular: true },
} satisfies Record<string, TextStyle>

/**
 * Returns the style of a day, amount or number, in which all digits have the same width. A text with a hyphen is an exception, because a hyphen of
 * that width looks like a gap.
 */
export const valueStyle = (value = ''): TextStyle => ({ ...text, tabular: !value.includes('-') })

/**
 * Positions on a page in points from the upper left corner. On A4, the address is in the envelope window of DIN 5008 form B, six lines between 62.7
 * and 90 mm; on Letter, in that of a #10 envelope. `body` is the start of the content on the first page.
 */
const papers = {
  A4: { size: 'A4', returnAddress: 58 * mm, address: 63 * mm, facts: 50 * mm, body: 103 * mm },
  Letter: { size: 'LETTER', returnAddress: 50 * mm, address: 55.5 * mm, facts: 46 * mm, body: 93 * mm },
} as const
export const paperOf = (paper: InvoiceDocument['paper']) => papers[paper]
const [left, right, top, facts] = [25 * mm, 20 * mm, 15 * mm, 120 * mm]
const logo = { width: 60 * mm, height: 22 * mm }
export const edges = (pdf: PDFKit.PDFDocument) => ({
  left,
  right: pdf.page.width - right,
  width: pdf.page.width - left - right,
})

type Lines = { text: string; style: TextStyle }[]
type At = { x: number; y: number; width: number; align?: 'left' | 'right' }

/**
 * Draws lines below one another as one element of the structure, and returns the position below the last one. `y` is the upper edge of the first
 * line.
 */
export function drawLines(type: Typesetter, lines: Lines, at: At, tag = 'P'): number {
  let end = at.y
  type.within(tag, () => (end = drawUntagged(type, lines, at)))
  return end
}

/** Draws lines within the current element of the structure, or as an artifact. */
export function drawUntagged(type: Typesetter, lines: Lines, at: At): number {
  let y = at.y
  for (const { text: line, style } of lines)
    for (const set of type.wrap(line, style, at.width)) {
      type.draw(set, style, at.x, y + style.leading * 0.78, at.align)
      y += style.leading
    }
  return y
}

/** Returns the identifiers of the business for authorities and insurers. */
function idsOf(
  { country, taxId, vatId, siret, rpps, npi, license }: InvoiceDocument['seller'],
  { t }: PageTexts,
): string {
  const named = (key: string, id: string) => id && t(key, { id })
  const plain = (name: string, id: string) => id && `${name} ${id}`
  return [
    named(country === 'CH' ? 'uid' : 'taxId', taxId),
    named('vatId', vatId),
    plain('SIRET', siret),
    plain('RPPS/ADELI', rpps),
    plain('NPI', npi),
    named('license', license),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Draws the letterhead of the first page: business and logo, address, and the facts of the document. Returns the position below them in points. */
export function drawLetterhead(
  pdf: PDFKit.PDFDocument,
  type: Typesetter,
  {
    letterhead,
    content,
    texts,
    picture,
  }: {
    letterhead: Letterhead
    content: PrintedContent
    texts: PageTexts
    picture: Buffer | null
  },
) {
  const { seller, buyer, paper } = letterhead
  const place = paperOf(paper)
  const { right: edge } = edges(pdf)
  const sellerLines = addressLines(seller, seller.country, texts.country)
  const muted = [seller.person === seller.name ? '' : seller.person, sellerLines.join(', ')]
  const contact = [seller.phone, seller.email].filter(Boolean).join(' · ')
  const sellerEnd = drawLines(
    type,
    [
      { text: seller.name, style: pageStyles.business },
      ...[...muted, contact, idsOf(seller, texts)].map((line) => ({ text: line, style: pageStyles.muted })),
    ],
    { x: left, y: top, width: (picture ? 95 : 140) * mm },
  )
  if (picture) drawLogo(pdf, type, picture, { name: seller.name, edge })
  const back = [seller.name, ...sellerLines].join(' · ')
  // A text that is too long moves the content below it down, so that texts do not overlap.
  const backTop = Math.max(place.returnAddress - 8, sellerEnd + 2)
  const backEnd = drawReturnAddress(type, back, backTop)
  const addressEnd = drawLines(
    type,
    [buyer.name, ...addressLines(buyer, seller.country, texts.country)].map((line) => ({
      text: line,
      style: pageStyles.text,
    })),
    { x: left, y: Math.max(place.address, backEnd + 2), width: 80 * mm },
  )
  return Math.max(addressEnd, drawFacts(type, content, Math.max(place.facts, sellerEnd + 2), edge))
}

function drawLogo(
  pdf: PDFKit.PDFDocument,
  type: Typesetter,
  picture: Buffer,
  { name, edge }: { name: string; edge: number },
) {
  type.drawFigure(name, () =>
    pdf.image(picture, edge - logo.width, top, { fit: [logo.width, logo.height], align: 'right' }),
  )
}

/** Draws the return address in the window of the envelope as an artifact, because it repeats the sender. Returns the position below it. */
function drawReturnAddress(type: Typesetter, text: string, y: number): number {
  let end = y
  type.drawArtifact(() => {
    end = drawUntagged(type, [{ text, style: pageStyles.returnAddress }], { x: left, y, width: 85 * mm })
  })
  return end
}

/** Draws title, number and facts beside the address. Returns the position below them in points. */
function drawFacts(type: Typesetter, { title, number, facts: rows }: PrintedContent, y: number, edge: number): number {
  const width = edge - facts
  let at = drawLines(
    type,
    [
      { text: title, style: pageStyles.muted },
      { text: number, style: pageStyles.number },
    ],
    { x: facts, y, width },
    'H1',
  )
  at += 6
  for (const { label, value } of rows) {
    type.within('P', () => {
      const labelAt = { x: facts, y: at + 1, width: 24 * mm }
      const labelEnd = drawUntagged(type, [{ text: label, style: pageStyles.label }], labelAt)
      const valueAt = { x: facts + 26 * mm, y: at, width: width - 26 * mm }
      at = Math.max(labelEnd, drawUntagged(type, [{ text: value, style: pageStyles.text }], valueAt)) + 1.5
    })
  }
  return at
}

/** Returns the text of the footer, as one paragraph if it has more than six lines, to leave more room for the content. */
const footerText = (footer: string) => (footer.split('\n').length > 6 ? footer.replace(/\s*\n\s*/g, ' · ') : footer)

/** Returns the height of the footer in points, which is the same on all pages. */
export function footerHeight(pdf: PDFKit.PDFDocument, type: Typesetter, footer: string): number {
  const lines = type.wrap(footerText(footer), pageStyles.footer, edges(pdf).width - 30 * mm).length
  return 14 * mm + Math.max(1, lines) * pageStyles.footer.leading
}

/** Draws the footer on each page and, from the second page on, the name of the document above the content. */
export function drawRunningTexts(
  pdf: PDFKit.PDFDocument,
  type: Typesetter,
  {
    letterhead,
    content,
    texts,
    height,
    lift,
  }: {
    letterhead: Letterhead
    content: PrintedContent
    texts: PageTexts
    height: number
    /** The distance by which the footer of the last page is moved up, so that there is room below it. */
    lift: number
  },
) {
  const { left: start, right: edge, width } = edges(pdf)
  const rule = (y: number) => pdf.moveTo(start, y).lineTo(edge, y).lineWidth(0.5).stroke(colors.hairline)
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page)
    type.drawArtifact(() => {
      const y = pdf.page.height - height + 2 * mm - (page === count - 1 ? lift : 0)
      rule(y)
      drawUntagged(type, [{ text: footerText(letterhead.footer), style: pageStyles.footer }], {
        x: start,
        y: y + 5,
        width: width - 30 * mm,
      })
      const numbered = texts.t('pageOf', { page: `${page + 1}`, pages: `${count}` })
      const numberedAt = { x: edge, y: y + 5, width: 30 * mm, align: 'right' } as const
      drawUntagged(type, [{ text: numbered, style: pageStyles.footer }], numberedAt)
      if (page === 0) return
      const name = { text: letterhead.seller.name, style: pageStyles.muted }
      drawUntagged(type, [name], { x: start, y: top, width: width / 2 })
      const title = { text: `${content.title} ${content.number}`.trim(), style: pageStyles.muted }
      drawUntagged(type, [title], { x: edge, y: top, width: width / 2, align: 'right' })
      rule(top + 16)
    })
  }
}
/** The start of the content from the second page on. */
export const continuedTop = top + 26
