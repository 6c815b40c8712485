import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import PDFDocument from 'pdfkit'
import { writeBlock } from './entry-blocks.ts'
import { createEntryPage, type EntryPage, mutedInk, pageMargin } from './entry-page.ts'
import { loadPictures, type Picture, type PictureFiles } from './entry-pictures.ts'
import { releaseFinishedPages } from './streaming/finished-pages.ts'
import { joinParts } from './streaming/joined-parts.ts'

/** An entry of the document, in the texts of its language. */
export type PdfEntry = {
  /** The title of the part of the document that begins with this entry. A part begins on a new page. */
  part?: string
  heading: string
  /** The line below the heading; empty if there is none. */
  facts: string
  content: RichText
  /** The path and the name of each picture. The keys are the ids of the files. */
  pictures: PictureFiles
  /** The ids of attached pictures that do not occur in the text. */
  unplacedPictures: string[]
  /** The names of the attached files that are not shown as pictures. */
  files: string[]
  /** The text before the names of the attached files. */
  filesTitle: string
  /** The replies below the entry. `by` is the line above a reply: its author and time. */
  replies: { by: string; text: string }[]
  /** The heading of the replies. */
  repliesTitle: string
}
/** The texts at the beginning of a document, the texts that repeat in it, and its language. */
export type PdfFront = {
  title: string
  /** The line below the title that states when the document was made. */
  made: string
  /** The note below each entry with characters that no font has. */
  unknown: string
  language: string
}

/**
 * Creates a PDF to which entries are added one by one. Finished pages are written to the stream and released. The PDF is tagged, so that a screen
 * reader can read it.
 */
export function createPdfDocument(front: PdfFront) {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: pageMargin,
    lang: front.language,
    tagged: true,
    displayTitle: true,
    info: { Title: front.title, Creator: 'Attune' },
  })
  joinParts(pdf)
  const writeParentLists = releaseFinishedPages(pdf)
  const page = createEntryPage(pdf)
  let hasParts = false
  page.write([{ text: front.title, face: 'bold' }], { tag: 'H1', size: 24, gap: 4 })
  page.write([{ text: front.made, face: 'normal' }], { color: mutedInk, gap: 30 })
  return {
    pdf,
    async add(entry: PdfEntry): Promise<void> {
      const pictures = await loadPictures(entry.pictures)
      page.forgetUnknown()
      if (entry.part !== undefined) {
        if (hasParts) pdf.addPage()
        hasParts = true
        page.write([{ text: entry.part, face: 'bold' }], { tag: 'H1', size: 19, gap: 12 })
      }
      page.reserve(2 * pageMargin)
      page.within('Sect', () => writeEntry(page, entry, pictures, front.unknown))
      pdf.y += 18
      writeParentLists()
    },
    close() {
      pdf.end()
    },
  }
}

/** Writes an entry. `unknown` is the note below an entry with characters that no font has. */
function writeEntry(page: EntryPage, entry: PdfEntry, pictures: Record<string, Picture>, unknown: string) {
  const muted = { size: 9, color: mutedInk }
  page.write([{ text: entry.heading, face: 'bold' }], { tag: 'H2', size: 15, gap: 2 })
  if (entry.facts) page.write([{ text: entry.facts, face: 'normal' }], { ...muted, gap: 8 })
  for (const block of entry.content.content) writeBlock(page, block, pictures)
  for (const file of entry.unplacedPictures) {
    const picture = pictures[file]
    if (picture) page.drawPicture(picture, '', 0)
  }
  if (entry.files.length)
    page.write([{ text: `${entry.filesTitle}: ${entry.files.join(', ')}`, face: 'normal' }], muted)
  if (entry.replies.length) page.write([{ text: entry.repliesTitle, face: 'bold' }], { ...muted, tag: 'H3', gap: 2 })
  for (const { by, text } of entry.replies) {
    page.write([{ text: by, face: 'italic' }], { ...muted, depth: 1, gap: 1 })
    page.write([{ text, face: 'normal' }], { depth: 1, size: 9.5 })
  }
  // Each entry with missing characters gets this note, because readers would overlook a single note at the end.
  if (page.hasUnknown()) page.write([{ text: unknown, face: 'italic' }], muted)
}
