import { type FontFace, selectFont, splitByFont, splitLongWords } from '../fonts.ts'
import { type Direction, directionOf, visualParts } from './visual-order.ts'

/** A part of a paragraph in one style. */
export type DirectedRun = {
  text: string
  face: FontFace
  underline?: boolean
  strike?: boolean
  /** The URL that the text opens. */
  link?: string
}
type Style = { left: number; width: number; size: number; color: string }
type Piece = DirectedRun & { font: string; width: number }
type Line = { text: string; pieces: Piece[]; width: number; direction: Direction }

/** Breaks a paragraph with words that are written from right to left into lines of at most `width`. Each line has its pieces from left to right. */
export function rightToLeftLines(pdf: PDFKit.PDFDocument, runs: readonly DirectedRun[], style: Style): Line[] {
  return paragraphsOf(runs).flatMap((paragraph) => {
    const direction = directionOf(paragraph.map(({ text }) => text).join(''))
    const lines: DirectedRun[][] = [[]]
    let used = 0
    for (const word of wordsOf(paragraph)) {
      const { width } = lineOf(pdf, [word], style.size, direction)
      if (used > 0 && used + width > style.width) {
        lines.push([])
        used = 0
      }
      lines.at(-1)?.push(word)
      used += width
    }
    return lines.map((line) => lineOf(pdf, line, style.size, direction))
  })
}

/**
 * Draws a line from the left edge, or to the right edge if its paragraph begins from the right. A PDF viewer copies the text of the line in reading
 * order. Draws underlines, strikethroughs and link areas itself, because pdfkit would place them by the height of each font.
 */
export function drawDirectedLine(pdf: PDFKit.PDFDocument, line: Line, y: number, { left, width, size, color }: Style) {
  const baseline = y + size * 0.95
  let x = line.direction === 'rtl' ? left + width - line.width : left
  pdf.markContent('Span', { actual: line.text })
  for (const { text, font, underline, strike, link, width: advance } of line.pieces) {
    selectFont(pdf, font).fontSize(size).fillColor(color)
    pdf.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
    for (const height of [underline ? baseline + size * 0.14 : null, strike ? baseline - size * 0.28 : null])
      if (height !== null)
        pdf
          .moveTo(x, height)
          .lineTo(x + advance, height)
          .lineWidth(size / 16)
          .stroke(color)
    if (link !== undefined) pdf.link(x, y, advance, size * 1.2, link)
    x += advance
  }
  pdf.endMarkedContent()
}

/** Splits runs at line breaks. */
function paragraphsOf(runs: readonly DirectedRun[]): DirectedRun[][] {
  const paragraphs: DirectedRun[][] = [[]]
  for (const run of runs)
    for (const [at, text] of run.text.split(/\r?\n|[\u2028\u2029]/).entries()) {
      if (at > 0) paragraphs.push([])
      if (text) paragraphs.at(-1)?.push({ ...run, text })
    }
  return paragraphs
}

/** Splits runs after each word with the spaces behind it. */
const wordsOf = (runs: readonly DirectedRun[]): DirectedRun[] =>
  runs.flatMap((run) =>
    splitLongWords(run.text).flatMap((part) => (part.match(/\S*\s+|\S+/g) ?? []).map((text) => ({ ...run, text }))),
  )

function lineOf(pdf: PDFKit.PDFDocument, runs: readonly DirectedRun[], size: number, direction: Direction): Line {
  const text = runs.map((run) => run.text).join('')
  const ends = runs.map((_, at) => runs.slice(0, at + 1).reduce((sum, run) => sum + run.text.length, 0))
  const pieces = visualParts(text, direction, ends).flatMap((part) => {
    const run = runs[ends.findIndex((end) => part.from < end)]
    if (!run) return []
    return splitByFont(part.text, run.face).pieces.map((piece) => {
      selectFont(pdf, piece.font).fontSize(size)
      return { ...run, ...piece, width: pdf.widthOfString(piece.text) }
    })
  })
  return { text, pieces, direction, width: pieces.reduce((sum, piece) => sum + piece.width, 0) }
}
