import { drawDirectedLine, type DirectedRun, rightToLeftLines } from './direction/right-to-left-paragraph.ts'
import { hasRightToLeft } from './direction/visual-order.ts'
import type { Picture } from './entry-pictures.ts'
import { selectFont, splitByFont, splitLongWords } from './fonts.ts'
import { createTaggedStructure, type TaggedStructure } from './tagged-structure.ts'

/** A part of a paragraph in one style. */
export type TextRun = DirectedRun
type Piece = TextRun & { font: string }

type ParagraphStyle = {
  /** The type of the paragraph in the structure of the PDF. */
  tag?: string
  /** The level of indentation. */
  depth?: number
  /** The size of the text, in points. */
  size?: number
  color?: string
  /** The space below the paragraph, in points. */
  gap?: number
}

export const pageMargin = 56
export const bodySize = 10.5
export const mutedInk = '#5c6578'
const [indent, ink, shownPictureHeight] = [16, '#1d2433', 320]
const widthOf = (pdf: PDFKit.PDFDocument) => pdf.page.width - 2 * pageMargin

/** Writes paragraphs, pictures and rules below one another, and adds the paragraphs and pictures to the structure of the tagged PDF. */
export function createEntryPage(pdf: PDFKit.PDFDocument) {
  const structure = createTaggedStructure(pdf)
  let hasUnknown = false
  return {
    within: structure.within,
    /** Whether a paragraph since the last `forgetUnknown` contained characters that no font has. */
    hasUnknown: () => hasUnknown,
    forgetUnknown: () => void (hasUnknown = false),
    /** Writes a paragraph that consists of `runs`, indented by `depth` levels. */
    write(runs: TextRun[], style: ParagraphStyle = {}) {
      const parts = runs.flatMap((run) => splitLongWords(run.text).map((text) => ({ ...run, text })))
      const pieces = parts.flatMap((run) => {
        const set = splitByFont(run.text, run.face)
        hasUnknown ||= set.hasUnknown
        return set.pieces.map((piece) => ({ ...run, ...piece }))
      })
      if (runs.some(({ text }) => hasRightToLeft(text))) drawDirectedParagraph(pdf, structure, runs, style)
      else drawParagraph(pdf, structure, pieces, style)
    },
    /** Draws a picture below the previous content. */
    drawPicture(picture: Picture, alt: string, depth: number) {
      drawPicture(pdf, structure, picture, { alt, depth })
    },
    drawRule() {
      pdf
        .markContent('Artifact', { type: 'Layout' })
        .moveTo(pageMargin, pdf.y + 4)
        .lineTo(pageMargin + widthOf(pdf), pdf.y + 4)
        .lineWidth(0.5)
        .stroke('#c9ced8')
        .endMarkedContent()
      pdf.y += 14
    },
    /** Starts a page unless `height` points are left on the current one. */
    reserve(height: number) {
      if (pdf.y > pdf.page.height - pageMargin - height) pdf.addPage()
    },
    /** Writes a label and, to its right, the content that `writeBody` writes. */
    beside(writeLabel: () => void, writeBody: () => void) {
      const { y, page } = pdf
      writeLabel()
      if (pdf.page === page) pdf.y = y
      writeBody()
    },
  }
}
export type EntryPage = ReturnType<typeof createEntryPage>

function drawParagraph(
  pdf: PDFKit.PDFDocument,
  structure: TaggedStructure,
  pieces: Piece[],
  { tag = 'P', depth = 0, size = bodySize, color = ink, gap = 6 }: ParagraphStyle,
) {
  if (pieces.length === 0) return void pdf.moveDown(0.6)
  const draw = (at: number, { text, font, underline = false, strike = false, link }: Piece) => {
    const options = {
      width: widthOf(pdf) - depth * indent,
      continued: at < pieces.length - 1,
      underline,
      strike,
      link: link ?? null,
      lineGap: 2,
    }
    selectFont(pdf, font).fontSize(size).fillColor(color)
    if (at === 0) pdf.text(text, pageMargin + depth * indent, pdf.y, options)
    else pdf.text(text, options)
  }
  structure.within(tag, () => {
    for (const [at, piece] of pieces.entries()) {
      if (piece.link === undefined) structure.add(() => draw(at, piece))
      else structure.within('Link', () => structure.add(() => draw(at, piece)))
    }
  })
  pdf.y += gap
}

/** Draws a paragraph with words that are written from right to left, which pdfkit would put in the wrong order. */
function drawDirectedParagraph(
  pdf: PDFKit.PDFDocument,
  structure: TaggedStructure,
  runs: TextRun[],
  { tag = 'P', depth = 0, size = bodySize, color = ink, gap = 6 }: ParagraphStyle,
) {
  const style = { left: pageMargin + depth * indent, width: widthOf(pdf) - depth * indent, size, color }
  const lines = rightToLeftLines(pdf, runs, style)
  selectFont(pdf, 'latin normal').fontSize(size)
  const height = pdf.currentLineHeight(true) + 2
  structure.within(tag, () => {
    for (const line of lines) {
      if (pdf.y + height > pdf.page.height - pageMargin) pdf.addPage()
      const { y } = pdf
      structure.add(() => drawDirectedLine(pdf, line, y, style))
      pdf.y = y + height
    }
  })
  pdf.x = pageMargin
  pdf.y += gap
}

/** Draws a picture, on a new page if it does not fit, and then moves the cursor, because `pdf.image` with coordinates does not move it. */
function drawPicture(
  pdf: PDFKit.PDFDocument,
  structure: TaggedStructure,
  picture: Picture,
  { alt, depth }: { alt: string; depth: number },
) {
  const scale = Math.min((widthOf(pdf) - depth * indent) / picture.width, shownPictureHeight / picture.height, 0.75)
  const height = picture.height * scale
  if (pdf.y + height > pdf.page.height - pageMargin) pdf.addPage()
  structure.addFigure(alt.trim() || picture.name, () =>
    pdf.image(picture.bytes, pageMargin + depth * indent, pdf.y, { width: picture.width * scale }),
  )
  pdf.y += height + 8
}
