import { type Direction, directionOf, hasRightToLeft, visualParts } from './direction/visual-order.ts'
import { createTaggedStructure } from './tagged-structure.ts'
import { type FontFace, selectFont, splitByFont, splitLongWords } from './fonts.ts'

export type TextStyle = {
  /** In points. */
  size: number
  /** The distance between two baselines, in points. */
  leading: number
  face: FontFace
  color: string
  /** Sets all digits at the same width, so that they align in columns. */
  tabular?: boolean
}

type Piece = { text: string; font: string; width: number }
/**
 * One line of text, in pieces of one font each from left to right. `width` is in points. `text` is the text that a PDF viewer copies, if the pieces
 * are in another order.
 */
export type SetLine = { pieces: Piece[]; width: number; text?: string }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Matches a word with the spaces before it, or the part of a word up to a hyphen or slash. */
const chunks = /\s*[^\s/-]*[/-]+(?=\S)|\s*\S+/g

/**
 * Measures text, breaks it into lines and draws it on the current page of a PDF, in the fonts of the product. Positions and widths are in points
 * from the upper left corner of the page.
 */
export function createTypesetter(pdf: PDFKit.PDFDocument) {
  const structure = createTaggedStructure(pdf)
  let isArtifact = false
  let hasUnknown = false
  const featuresOf = ({ tabular }: TextStyle): { features?: PDFKit.Mixins.OpenTypeFeatures[] } =>
    tabular ? { features: ['tnum'] } : {}

  function setLine(text: string, style: TextStyle, direction: Direction = 'ltr'): SetLine {
    const isReordered = hasRightToLeft(text)
    const parts = isReordered ? visualParts(text, direction) : [{ text }]
    const pieces = parts.flatMap((part) => {
      const set = splitByFont(part.text, style.face)
      hasUnknown ||= set.hasUnknown
      return set.pieces.map((piece) => {
        selectFont(pdf, piece.font).fontSize(style.size)
        return { ...piece, width: pdf.widthOfString(piece.text, featuresOf(style)) }
      })
    })
    const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
    return isReordered ? { pieces, width, text } : { pieces, width }
  }
  const widthOf = (text: string, style: TextStyle) => setLine(text, style).width

  /** Returns the longest prefix of `text` that fits into `width`, at least one character. */
  function startThatFits(text: string, style: TextStyle, width: number): string {
    let start = ''
    for (const { segment } of graphemes.segment(text)) {
      if (start && widthOf(start + segment, style) > width) break
      start += segment
    }
    return start
  }

  /** Breaks a paragraph into lines of at most `width`. Breaks inside a word only if the word alone is wider. */
  function breakParagraph(paragraph: string, style: TextStyle, width: number): string[] {
    const lines: string[] = []
    let line = ''
    let used = 0
    for (const chunk of (paragraph.match(chunks) ?? []).flatMap(splitLongWords)) {
      const needed = widthOf(chunk, style)
      if (line && used + needed <= width) {
        line += chunk
        used += needed
        continue
      }
      if (line) lines.push(line)
      line = line ? chunk.trimStart() : chunk
      used = widthOf(line, style)
      while (used > width) {
        const start = startThatFits(line, style, width)
        if (start === line) break
        lines.push(start)
        line = line.slice(start.length)
        used = widthOf(line, style)
      }
    }
    return [...lines, line]
  }

  function drawPieces(line: SetLine, style: TextStyle, from: number, baseline: number) {
    let left = from
    if (line.text !== undefined) pdf.markContent('Span', { actual: line.text })
    for (const { text, font, width } of line.pieces) {
      selectFont(pdf, font).fontSize(style.size).fillColor(style.color)
      pdf.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic', ...featuresOf(style) })
      left += width
    }
    if (line.text !== undefined) pdf.endMarkedContent()
  }

  return {
    /** Whether a text contained characters that no font has. They are shown as `[…]`. */
    hasUnknown: () => hasUnknown,
    widthOf,
    /** Breaks a text into lines of at most `width`. Line breaks of the text are kept. Returns no line for an empty text. */
    wrap: (text: string, style: TextStyle, width: number): SetLine[] =>
      text.trim()
        ? text.split(/\r?\n/).flatMap((paragraph) => {
            const direction = directionOf(paragraph)
            return breakParagraph(paragraph.trimEnd(), style, width).map((line) => setLine(line, style, direction))
          })
        : [],
    /** Adds an element to the structure of the PDF, such as a heading, a table or its cell. Everything that `work` draws belongs to the element. */
    within: structure.within,
    /** Draws a picture with its description. */
    drawFigure: structure.addFigure,
    /** Draws rules, and texts that repeat on each page, as artifacts, which screen readers skip. */
    drawArtifact(work: () => void) {
      if (isArtifact) return work()
      pdf.markContent('Artifact', { type: 'Layout' })
      isArtifact = true
      work()
      isArtifact = false
      pdf.endMarkedContent()
    },
    /** Draws one line. Its left end is at `x`, or its right end if `align` is 'right'. */
    draw(line: SetLine, style: TextStyle, x: number, baseline: number, align: 'left' | 'right' = 'left') {
      const left = align === 'right' ? x - line.width : x
      if (isArtifact) drawPieces(line, style, left, baseline)
      else structure.add(() => drawPieces(line, style, left, baseline))
    },
  }
}
export type Typesetter = ReturnType<typeof createTypesetter>
