import { type FontFace, selectFont, splitByFont, splitLongWords } from './fonts.ts'

/** The style of a text. */
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
/** One line of text, in pieces of one font each. `width` is in points. */
export type SetLine = { pieces: Piece[]; width: number }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Matches a word with the spaces before it, or the part of a word up to a hyphen or slash. */
const chunks = /\s*[^\s/-]*[/-]+(?=\S)|\s*\S+/g

/**
 * Measures text, breaks it into lines and draws it on the current page of a PDF, in the fonts of the product. Positions and widths are in points
 * from the upper left corner of the page.
 */
export function createTypesetter(pdf: PDFKit.PDFDocument) {
  let hasUnknown = false
  const featuresOf = ({ tabular }: TextStyle): { features?: PDFKit.Mixins.OpenTypeFeatures[] } =>
    tabular ? { features: ['tnum'] } : {}

  function setLine(text: string, style: TextStyle): SetLine {
    const set = splitByFont(text, style.face)
    hasUnknown ||= set.hasUnknown
    const pieces = set.pieces.map((piece) => {
      selectFont(pdf, piece.font).fontSize(style.size)
      return { ...piece, width: pdf.widthOfString(piece.text, featuresOf(style)) }
    })
    return { pieces, width: pieces.reduce((sum, { width }) => sum + width, 0) }
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

  return {
    /** Whether a text contained characters that no font has. They are shown as `[…]`. */
    hasUnknown: () => hasUnknown,
    widthOf,
    /** Breaks a text into lines of at most `width`. Line breaks of the text are kept. Returns no line for an empty text. */
    wrap: (text: string, style: TextStyle, width: number): SetLine[] =>
      text.trim()
        ? text
            .split(/\r?\n/)
            .flatMap((paragraph) => breakParagraph(paragraph.trimEnd(), style, width))
            .map((line) => setLine(line, style))
        : [],
    /** Draws one line. Its left end is at `x`, or its right end if `align` is 'right'. */
    draw(line: SetLine, style: TextStyle, x: number, baseline: number, align: 'left' | 'right' = 'left') {
      let left = align === 'right' ? x - line.width : x
      for (const { text, font, width } of line.pieces) {
        selectFont(pdf, font).fontSize(style.size).fillColor(style.color)
        pdf.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic', ...featuresOf(style) })
        left += width
      }
    },
  }
}
export type Typesetter = ReturnType<typeof createTypesetter>
