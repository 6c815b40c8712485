import type { Block, Inline } from '@attune/contract/common/rich-text/rich-text'
import { compareLists } from '../../../../platform/autosave/text-diff.ts'
import { documentOf } from '../note-text.ts'

/** A piece of text that both compared notes contain, or only the first or the second of them. */
export type NoteDiffPart = {
  in: 'both' | 'first' | 'second'
  text: string
  /** The formatting of the text, such as 'bold italic'. */
  style: string
}

type Piece = { text: string; style: string }

const wordsOf = (text: string, style: string): Piece[] =>
  text
    .split(/(\s+)/)
    .filter((word) => word !== '')
    .map((word) => ({ text: word, style }))

const styleOf = (part: Inline & { type: 'text' }, more: string) =>
  [more, ...(part.marks ?? []).map(({ type }) => type).toSorted()].filter(Boolean).join(' ')

const inlines = (content: readonly Inline[] = [], style = ''): Piece[] =>
  content.flatMap((part) =>
    part.type === 'text' ? wordsOf(part.text, styleOf(part, style)) : [{ text: '\n', style: '' }],
  )

/** Returns the words of blocks. Each line begins with its list marker, box or quote mark. */
function piecesOf(blocks: readonly Block[], indent: string): Piece[] {
  const line = (sign: string): Piece => ({ text: `\n${indent}${sign}`, style: '' })
  const items = (content: readonly { content: Block[] }[], sign: (at: number) => string) =>
    content.flatMap((item, at) => [line(sign(at)), ...piecesOf(item.content, `${indent}   `).slice(1)])
  return blocks.flatMap((block): Piece[] => {
    switch (block.type) {
      case 'paragraph':
        return [line(''), ...inlines(block.content)]
      case 'heading':
        return [line(''), ...inlines(block.content, 'heading')]
      case 'bulletList':
        return items(block.content, () => '• ')
      case 'orderedList':
        return items(block.content, (at) => `${at + 1}. `)
      case 'checklist':
        return items(block.content, (at) => (block.content[at]?.attrs.checked ? '☑ ' : '☐ '))
      case 'blockquote':
        return piecesOf(block.content, `${indent}│ `)
      case 'horizontalRule':
        return [line('———')]
      case 'image':
        return [line(block.attrs.alt)]
    }
  })
}

/** Compares two notes word by word, including formatting: a word that became bold differs. Expects notes in the string format of `note-text`. */
export function diffNotes(first: string, second: string): NoteDiffPart[] {
  const keys = (note: string) =>
    piecesOf(documentOf(note).content, '')
      .map((piece, at) => (at === 0 ? { ...piece, text: piece.text.slice(1) } : piece))
      .filter(({ text }) => text !== '')
      .map((piece) => JSON.stringify(piece))
  const parts: NoteDiffPart[] = []
  for (const compared of compareLists(keys(first), keys(second))) {
    const piece = JSON.parse(compared.text) as Piece
    const last = parts.at(-1)
    if (last?.in === compared.in && last.style === piece.style) last.text += piece.text
    else parts.push({ in: compared.in, ...piece })
  }
  return parts
}

/** Splits the first or second note into parts. Each part either differs from the other note or also occurs there. */
export function sideOfDiff(parts: readonly NoteDiffPart[], side: 'first' | 'second') {
  const shown = parts.filter((part) => part.in === 'both' || part.in === side)
  return shown.map(({ text, style, in: where }, at) => ({
    text,
    style,
    // A space between two differing words also counts as a difference.
    differs: where === side || (text.trim() === '' && shown[at - 1]?.in === side && shown[at + 1]?.in === side),
  }))
}
