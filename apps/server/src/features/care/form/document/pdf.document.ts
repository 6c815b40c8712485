import { shownParts, type ShownPart } from '@attune/contract/features/care/form/form.rules'
import { buffer } from 'node:stream/consumers'
import { selectFont } from '../../../../platform/pdf/fonts.ts'
import { createPdfA } from '../../../../platform/pdf/pdf-a.ts'
import { createTypesetter, type TextStyle, type Typesetter } from '../../../../platform/pdf/typesetting.ts'
import type { FormPdfOrder } from './pdf.order.ts'

/** Distances in points. */
const [left, right, top, bottom] = [62, 62, 56, 64]
const [ink, muted, hairline] = ['#24292b', '#5b6468', '#d6d1c8']
const text = { face: 'normal', color: ink, size: 10, leading: 14 } as const
const styles = {
  text,
  title: { ...text, face: 'bold', size: 17, leading: 23 },
  heading: { ...text, face: 'bold', size: 12, leading: 18 },
  label: { ...text, face: 'bold' },
  muted: { ...text, color: muted, size: 8.5, leading: 11.5 },
} satisfies Record<string, TextStyle>

type Page = {
  paragraph: (words: string, style?: TextStyle, more?: { indent?: number; tag?: string }) => void
  gap: (points: number) => void
  rule: () => void
}

/** Makes the PDF of a signed form, as PDF/A-3b. */
export async function makeFormPdf(order: FormPdfOrder): Promise<Buffer> {
  const { content, author, madeAt } = order
  const pdf = createPdfA({
    title: `${content.title} – ${author}`,
    author,
    language: content.language,
    size: 'A4',
    madeAt,
  })
  const finished = buffer(pdf)
  selectFont(pdf, 'latin normal')
  const type = createTypesetter(pdf)
  drawForm(createPage(pdf, type), order, type)
  drawFooters(pdf, type, order)
  pdf.end()
  return finished
}

/** Writes paragraphs below one another and begins a new page when one is full. */
function createPage(pdf: PDFKit.PDFDocument, type: Typesetter): Page {
  const width = pdf.page.width - left - right
  let y = top
  const reserve = (needed: number) => {
    if (y + needed <= pdf.page.height - bottom) return
    pdf.addPage()
    y = top
  }
  return {
    paragraph(words, style = styles.text, { indent = 0, tag = 'P' } = {}) {
      type.within(tag, () => {
        for (const line of type.wrap(words, style, width - indent)) {
          reserve(style.leading)
          type.draw(line, style, left + indent, y + style.leading * 0.78)
          y += style.leading
        }
      })
    },
    gap: (points) => void (y += points),
    rule() {
      reserve(10)
      type.drawArtifact(() =>
        pdf
          .moveTo(left, y)
          .lineTo(left + width, y)
          .lineWidth(0.5)
          .stroke(hairline),
      )
      y += 12
    },
  }
}

function drawForm(page: Page, { content, answers, facts, signature, unknown }: FormPdfOrder, type: Typesetter) {
  page.paragraph(content.title, styles.title, { tag: 'H1' })
  page.gap(6)
  for (const { label, value } of facts) page.paragraph(`${label}: ${value}`, styles.muted)
  page.gap(10)
  page.rule()
  for (const part of shownParts(content, answers)) drawPart(page, part)
  page.gap(6)
  page.rule()
  page.paragraph(signature.title, styles.heading, { tag: 'H2' })
  page.gap(2)
  for (const line of signature.lines) page.paragraph(line)
  if (!type.hasUnknown()) return
  page.gap(8)
  page.paragraph(unknown, styles.muted)
}

function drawPart(page: Page, { field, answer }: ShownPart) {
  if (field.type === 'heading') page.gap(6)
  const style = field.type === 'heading' ? styles.heading : field.type === 'paragraph' ? styles.text : styles.label
  page.paragraph(field.label, style, { tag: field.type === 'heading' ? 'H2' : 'P' })
  if (field.hint) page.paragraph(field.hint, styles.muted)
  for (const line of answer) page.paragraph(line || ' ', styles.text, { indent: 12 })
  page.gap(field.type === 'heading' ? 4 : 10)
}

function drawFooters(pdf: PDFKit.PDFDocument, type: Typesetter, { footer, pageOf }: FormPdfOrder) {
  const { count } = pdf.bufferedPageRange()
  const numbered = (page: number) => pageOf.replace('{page}', `${page + 1}`).replace('{pages}', `${count}`)
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page)
    type.drawArtifact(() => drawFooter(pdf, type, footer, numbered(page)))
  }
}

function drawFooter(pdf: PDFKit.PDFDocument, type: Typesetter, footer: string, numbered: string) {
  const edge = pdf.page.width - right
  let y = pdf.page.height - bottom + 18
  pdf
    .moveTo(left, y - 10)
    .lineTo(edge, y - 10)
    .lineWidth(0.5)
    .stroke(hairline)
  for (const line of type.wrap(numbered, styles.muted, 90)) type.draw(line, styles.muted, edge, y, 'right')
  for (const line of type.wrap(footer, styles.muted, edge - left - 100)) {
    type.draw(line, styles.muted, left, y)
    y += styles.muted.leading
  }
}
