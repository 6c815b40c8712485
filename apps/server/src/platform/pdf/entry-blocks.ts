import type { Block, Inline } from '@attune/contract/common/rich-text/rich-text'
import { bodySize, type EntryPage, type TextRun } from './entry-page.ts'
import type { Picture } from './entry-pictures.ts'
import type { FontFace } from './fonts.ts'

/** The pictures that the blocks of an entry show. The keys are the ids of the files. */
type Pictures = Record<string, Picture>

/** Writes a block of rich text, indented by `depth` levels. A picture that could not be loaded is omitted. */
export function writeBlock(page: EntryPage, block: Block, pictures: Pictures, depth = 0): void {
  switch (block.type) {
    case 'paragraph':
      return page.write(runsOf(block.content), { depth })
    case 'heading':
      return block.attrs.level === 2
        ? page.write(runsOf(block.content, true), { tag: 'H3', depth, size: 13 })
        : page.write(runsOf(block.content, true), { tag: 'H4', depth, size: 11.5 })
    case 'bulletList':
    case 'orderedList':
    case 'checklist':
      return page.within('L', () => writeItems(page, itemsOf(block), pictures, depth))
    case 'blockquote':
      return page.within('BlockQuote', () =>
        block.content.forEach((inner) => writeBlock(page, inner, pictures, depth + 1)),
      )
    case 'horizontalRule':
      return page.drawRule()
    case 'image': {
      const picture = pictures[block.attrs.fileId]
      if (picture) page.drawPicture(picture, block.attrs.alt, depth)
    }
  }
}

type Item = { label: string; content: Block[] }

/** Returns the items of a list with their labels. A line of a checklist that is done begins with [x], another with [ ]. */
function itemsOf(list: Extract<Block, { type: 'bulletList' | 'orderedList' | 'checklist' }>): Item[] {
  if (list.type === 'checklist')
    return list.content.map(({ attrs, content }) => ({ label: attrs.checked ? '[x]' : '[ ]', content }))
  const isOrdered = list.type === 'orderedList'
  return list.content.map(({ content }, at) => ({ label: isOrdered ? `${at + 1}.` : '•', content }))
}

function writeItems(page: EntryPage, items: Item[], pictures: Pictures, depth: number) {
  for (const { label, content } of items) {
    page.reserve(2 * bodySize)
    page.within('LI', () =>
      page.beside(
        () => page.write([{ text: label, face: 'normal' }], { tag: 'Lbl', depth, gap: 0 }),
        () => page.within('LBody', () => content.forEach((block) => writeBlock(page, block, pictures, depth + 1.2))),
      ),
    )
  }
}

function runsOf(content: Inline[] = [], isHeading = false): TextRun[] {
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
