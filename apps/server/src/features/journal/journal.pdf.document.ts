import { maxPicturePixels } from '@attune/contract/common/constants'
import type { Block, Inline, ListItem } from '@attune/contract/common/rich-text'
import type { RichText } from '@attune/contract/common/rich-text.schemas'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { type FontFace, fontFiles, splitByFont } from './journal.pdf.fonts.ts'

export type PdfEntry = {
  title: string
  facts: string
  content: RichText
  /** The path of each picture, by the id of its file. */
  pictures: Record<string, string>
  /** The ids of attached pictures that do not occur in the text. */
  unplacedPictures: string[]
  files: string[]
  filesTitle: string
  replies: { by: string; text: string }[]
  repliesTitle: string
}
type Front = { title: string; made: string; unknown: string; language: string }
type Run = { text: string; face: FontFace; underline?: boolean; strike?: boolean; link?: string }

const [margin, indent, body] = [56, 16, 10.5]
const [ink, mutedInk] = ['#1d2433', '#5c6578']
const picture = { width: 1_200, height: 1_600, shownHeight: 320 }

sharp.cache(false)
sharp.concurrency(1)

/** Creates a PDF to which entries are added one by one. Finished pages are written at once. */
export function createPdfDocument(front: Front) {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    lang: front.language,
    info: { Title: front.title, Creator: 'Attune' },
  })
  for (const { name, path } of fontFiles()) pdf.registerFont(name, path)
  const wide = pdf.page.width - 2 * margin
  let hasUnknown = false

  /** Writes a paragraph that consists of `runs`, indented by `depth` levels. */
  function write(runs: Run[], { depth = 0, size = body, color = ink, gap = 6 } = {}) {
    const pieces = runs.flatMap((run) => {
      const set = splitByFont(run.text, run.face)
      hasUnknown ||= set.hasUnknown
      return set.pieces.map((piece) => ({ ...run, ...piece }))
    })
    const x = margin + depth * indent
    if (pieces.length === 0) return void pdf.moveDown(0.6)
    for (const [at, { text, font, underline = false, strike = false, link }] of pieces.entries()) {
      const options = {
        width: wide - depth * indent,
        continued: at < pieces.length - 1,
        underline,
        strike,
        link: link ?? null,
        lineGap: 2,
      }
      pdf.font(font).fontSize(size).fillColor(color)
      if (at === 0) pdf.text(text, x, pdf.y, options)
      else pdf.text(text, options)
    }
    pdf.y += gap
  }

  function list(items: ListItem[], ordered: boolean, depth: number) {
    for (const [at, { content }] of items.entries()) {
      if (pdf.y > pdf.page.height - margin - 2 * body) pdf.addPage()
      const { y, page } = pdf
      write([{ text: ordered ? `${at + 1}.` : '•', face: 'normal' }], { depth, gap: 0 })
      if (pdf.page === page) pdf.y = y
      for (const block of content) writeBlock(block, depth + 1.2)
    }
  }

  let pictures: Record<string, Picture> = {}
  function image(file: string, depth: number) {
    const found = pictures[file]
    if (!found) return
    const scale = Math.min((wide - depth * indent) / found.width, picture.shownHeight / found.height, 0.75)
    if (pdf.y + found.height * scale > pdf.page.height - margin) pdf.addPage()
    pdf.image(found.bytes, margin + depth * indent, pdf.y, { width: found.width * scale })
    pdf.y += 8
  }

  function writeBlock(block: Block, depth = 0): void {
    switch (block.type) {
      case 'paragraph':
        return write(runsOf(block.content), { depth })
      case 'heading':
        return write(runsOf(block.content, true), { depth, size: block.attrs.level === 2 ? 13 : 11.5 })
      case 'bulletList':
      case 'orderedList':
        return list(block.content, block.type === 'orderedList', depth)
      case 'blockquote':
        return block.content.forEach((inner) => writeBlock(inner, depth + 1))
      case 'horizontalRule':
        pdf
          .moveTo(margin, pdf.y + 4)
          .lineTo(margin + wide, pdf.y + 4)
          .lineWidth(0.5)
          .stroke('#c9ced8')
        pdf.y += 14
        return
      case 'image':
        return image(block.attrs.fileId, depth)
    }
  }

  write([{ text: front.title, face: 'bold' }], { size: 24, gap: 4 })
  write([{ text: front.made, face: 'normal' }], { color: mutedInk, gap: 30 })

  return {
    pdf,
    async add(entry: PdfEntry): Promise<void> {
      pictures = await loadPictures(entry.pictures)
      hasUnknown = false
      if (pdf.y > pdf.page.height - 3 * margin) pdf.addPage()
      if (entry.title) write([{ text: entry.title, face: 'bold' }], { size: 15, gap: 2 })
      write([{ text: entry.facts, face: 'normal' }], { size: 9, color: mutedInk, gap: 8 })
      entry.content.content.forEach((block) => writeBlock(block))
      entry.unplacedPictures.forEach((file) => image(file, 0))
      if (entry.files.length)
        write([{ text: `${entry.filesTitle}: ${entry.files.join(', ')}`, face: 'normal' }], {
          size: 9,
          color: mutedInk,
        })
      if (entry.replies.length)
        write([{ text: entry.repliesTitle, face: 'bold' }], { size: 9, color: mutedInk, gap: 2 })
      for (const { by, text } of entry.replies) {
        write([{ text: by, face: 'italic' }], { depth: 1, size: 9, color: mutedInk, gap: 1 })
        write([{ text, face: 'normal' }], { depth: 1, size: 9.5 })
      }
      // Each entry with missing characters gets this note, because readers would overlook a single note at the end.
      if (hasUnknown) write([{ text: front.unknown, face: 'italic' }], { size: 9, color: mutedInk })
      pdf.y += 18
    },
    close() {
      pdf.end()
    },
  }
}

type Picture = { bytes: Buffer; width: number; height: number }

/**
 * Loads pictures, scales them down for a page and re-encodes them for the PDF. Leaves out pictures that cannot be read.
 */
async function loadPictures(paths: Record<string, string>): Promise<Record<string, Picture>> {
  const found: Record<string, Picture> = {}
  for (const [id, path] of Object.entries(paths)) {
    const made = await sharp(path, { limitInputPixels: maxPicturePixels, failOn: 'error', animated: false })
      .resize(picture.width, picture.height, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true })
      .catch(() => null)
    if (made) found[id] = { bytes: made.data, width: made.info.width, height: made.info.height }
  }
  return found
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
