import type { Block, ChecklistItem, Inline, ListItem } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import PDFDocument from 'pdfkit'
import { loadPictures, type Picture, type PictureFiles } from './entry-pictures.ts'
import { type FontFace, selectFont, splitByFont } from './fonts.ts'

export type PdfEntry = {
  /** The title of the part of the document that begins with this entry. A part begins on a new page. */
  part?: string
  heading: string
  facts: string
  content: RichText
  /** The path and the name of each picture. The keys are the ids of the files. */
  pictures: PictureFiles
  /** The ids of attached pictures that do not occur in the text. */
  unplacedPictures: string[]
  files: string[]
  filesTitle: string
  replies: { by: string; text: string }[]
  repliesTitle: string
}
export type PdfFront = { title: string; made: string; unknown: string; language: string }
type Run = { text: string; face: FontFace; underline?: boolean; strike?: boolean; link?: string }

/**
 * The style of a paragraph. `tag` is the type of the paragraph in the structure of the PDF, and `depth` its level of
 * indentation. `size` and `gap` are in points.
 */
type Look = { tag?: string; depth?: number; size?: number; color?: string; gap?: number }

const [margin, indent, body] = [56, 16, 10.5]
const [ink, mutedInk] = ['#1d2433', '#5c6578']
const shownPictureHeight = 320

/**
 * Creates a PDF to which entries are added one by one. Finished pages are written to the stream immediately. The PDF
 * is tagged, so that a screen reader can read it: the structure contains headings, paragraphs, lists, quotes, links,
 * and pictures with their descriptions.
 */
export function createPdfDocument(front: PdfFront) {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    lang: front.language,
    tagged: true,
    displayTitle: true,
    info: { Title: front.title, Creator: 'Attune' },
  })
  const wide = pdf.page.width - 2 * margin
  let hasUnknown = false
  /** The structure element to which the next content belongs. */
  let parent = pdf.struct('Document')
  pdf.addStructure(parent)

  /** Adds an element to the structure of the PDF. The content that `work` writes belongs to this element. */
  function within(tag: string, work: () => void) {
    const outer = parent
    parent = pdf.struct(tag)
    outer.add(parent)
    work()
    parent.end()
    parent = outer
  }

  /** Writes a paragraph that consists of `runs`, indented by `depth` levels. */
  function write(runs: Run[], { tag = 'P', depth = 0, size = body, color = ink, gap = 6 }: Look = {}) {
    const pieces = runs.flatMap((run) => {
      const set = splitByFont(run.text, run.face)
      hasUnknown ||= set.hasUnknown
      return set.pieces.map((piece) => ({ ...run, ...piece }))
    })
    const x = margin + depth * indent
    if (pieces.length === 0) return void pdf.moveDown(0.6)
    const draw = (at: number, { text, font, underline = false, strike = false, link }: (typeof pieces)[number]) => {
      const options = {
        width: wide - depth * indent,
        continued: at < pieces.length - 1,
        underline,
        strike,
        link: link ?? null,
        lineGap: 2,
      }
      selectFont(pdf, font).fontSize(size).fillColor(color)
      if (at === 0) pdf.text(text, x, pdf.y, options)
      else pdf.text(text, options)
    }
    within(tag, () => {
      for (const [at, piece] of pieces.entries()) {
        if (piece.link === undefined) parent.add(() => draw(at, piece))
        else within('Link', () => parent.add(() => draw(at, piece)))
      }
    })
    pdf.y += gap
  }

  const list = (items: ListItem[], ordered: boolean, depth: number) =>
    listItems(
      items.map(({ content }, at) => ({ label: ordered ? `${at + 1}.` : '•', content })),
      depth,
    )
  /** Lists the lines of a checklist. A line that is done begins with [x], another with [ ]. */
  const checklist = (items: ChecklistItem[], depth: number) =>
    listItems(
      items.map(({ attrs, content }) => ({ label: attrs.checked ? '[x]' : '[ ]', content })),
      depth,
    )

  function listItems(items: { label: string; content: Block[] }[], depth: number) {
    for (const { label, content } of items) {
      if (pdf.y > pdf.page.height - margin - 2 * body) pdf.addPage()
      const { y, page } = pdf
      within('LI', () => {
        write([{ text: label, face: 'normal' }], { tag: 'Lbl', depth, gap: 0 })
        if (pdf.page === page) pdf.y = y
        within('LBody', () => content.forEach((block) => writeBlock(block, depth + 1.2)))
      })
    }
  }

  let pictures: Record<string, Picture> = {}
  /**
   * Draws a picture below the previous content. Then moves the cursor, because `pdf.image` with coordinates does not
   * move it.
   */
  function image(file: string, alt: string, depth: number) {
    const found = pictures[file]
    if (!found) return
    const scale = Math.min((wide - depth * indent) / found.width, shownPictureHeight / found.height, 0.75)
    const height = found.height * scale
    if (pdf.y + height > pdf.page.height - margin) pdf.addPage()
    const figure = pdf.struct('Figure', { alt: alt.trim() || found.name })
    parent.add(figure)
    figure.add(() => pdf.image(found.bytes, margin + depth * indent, pdf.y, { width: found.width * scale }))
    figure.end()
    pdf.y += height + 8
  }

  function writeBlock(block: Block, depth = 0): void {
    switch (block.type) {
      case 'paragraph':
        return write(runsOf(block.content), { depth })
      case 'heading':
        return block.attrs.level === 2
          ? write(runsOf(block.content, true), { tag: 'H3', depth, size: 13 })
          : write(runsOf(block.content, true), { tag: 'H4', depth, size: 11.5 })
      case 'bulletList':
      case 'orderedList':
        return within('L', () => list(block.content, block.type === 'orderedList', depth))
      case 'checklist':
        return within('L', () => checklist(block.content, depth))
      case 'blockquote':
        return within('BlockQuote', () => block.content.forEach((inner) => writeBlock(inner, depth + 1)))
      case 'horizontalRule':
        pdf
          .markContent('Artifact', { type: 'Layout' })
          .moveTo(margin, pdf.y + 4)
          .lineTo(margin + wide, pdf.y + 4)
          .lineWidth(0.5)
          .stroke('#c9ced8')
          .endMarkedContent()
        pdf.y += 14
        return
      case 'image':
        return image(block.attrs.fileId, block.attrs.alt, depth)
    }
  }

  function writeEntry(entry: PdfEntry) {
    write([{ text: entry.heading, face: 'bold' }], { tag: 'H2', size: 15, gap: 2 })
    if (entry.facts) write([{ text: entry.facts, face: 'normal' }], { size: 9, color: mutedInk, gap: 8 })
    entry.content.content.forEach((block) => writeBlock(block))
    entry.unplacedPictures.forEach((file) => image(file, '', 0))
    if (entry.files.length)
      write([{ text: `${entry.filesTitle}: ${entry.files.join(', ')}`, face: 'normal' }], {
        size: 9,
        color: mutedInk,
      })
    if (entry.replies.length)
      write([{ text: entry.repliesTitle, face: 'bold' }], { tag: 'H3', size: 9, color: mutedInk, gap: 2 })
    for (const { by, text } of entry.replies) {
      write([{ text: by, face: 'italic' }], { depth: 1, size: 9, color: mutedInk, gap: 1 })
      write([{ text, face: 'normal' }], { depth: 1, size: 9.5 })
    }
    // Each entry with missing characters gets this note, because readers would overlook a single note at the end.
    if (hasUnknown) write([{ text: front.unknown, face: 'italic' }], { size: 9, color: mutedInk })
  }

  let hasParts = false
  function writePart(title: string) {
    if (hasParts) pdf.addPage()
    hasParts = true
    write([{ text: title, face: 'bold' }], { tag: 'H1', size: 19, gap: 12 })
  }

  write([{ text: front.title, face: 'bold' }], { tag: 'H1', size: 24, gap: 4 })
  write([{ text: front.made, face: 'normal' }], { color: mutedInk, gap: 30 })

  return {
    pdf,
    async add(entry: PdfEntry): Promise<void> {
      pictures = await loadPictures(entry.pictures)
      hasUnknown = false
      if (entry.part !== undefined) writePart(entry.part)
      if (pdf.y > pdf.page.height - 3 * margin) pdf.addPage()
      within('Sect', () => writeEntry(entry))
      pdf.y += 18
    },
    close() {
      pdf.end()
    },
  }
}

function runsOf(content: Inline[] = [], isHeading = false): Run[] {
  return content.map((part) => {
    if (part.type === 'hardBreak') return { text: '\n', face: 'normal' }
    const marks = part.marks ?? []
    const has = (type: string) => marks.some((mark) => mark.type === type)
    const link = marks.find((mark) => mark.type === 'link')?.attrs.href
    const bold = isHeading || has('bold')
    const face: FontFace = bold ? (has('italic') ? 'boldItalic' : 'bold') : has('italic') ? 'italic' : 'normal'
    return {
      text: part.text,
      face,
      underline: has('underline') || link !== undefined,
      strike: has('strike'),
      ...(link === undefined ? {} : { link }),
    }
  })
}
