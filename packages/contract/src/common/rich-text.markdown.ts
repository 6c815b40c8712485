import type { Block, Inline, ListItem, Mark, RichText } from './rich-text.ts'

/** Where the file of an image lies, for its id. Without an answer its description is written alone. */
type PathOf = (fileId: string) => string | undefined
/** Words with the signs around them; spaces at their ends stay outside, inside they would switch the signs off. */
type Piece = { before: string; words: string; after: string; sign: string; href: string | undefined }

const signs = /[\\`*_[\]{}<>&|~$^!]/g
/** What readers turn into a link by themselves: an address of the web or of a person. */
const addresses = /(?:https?|ftp|xmpp|mailto):|www\.|@/gi
/** With what a heading, a list, a rule, a table or an underlining of the line above begins. */
const beginning = /^(?:\d{1,9}(?=[.)])|(?=[#+=:-]))/
const wordlike = /[^\s\p{P}\p{S}]/u
const entity = (text: string) => [...text].map((one) => `&#${one.codePointAt(0)};`).join('')

/** Text that looks like Markdown or HTML stays the text that it is. */
const escaped = (text: string) =>
  text.replace(signs, '\\$&').replace(addresses, (found) => found.slice(0, -1) + entity(found.slice(-1)))

const lineEnd = /\r\n?|\n/

function pieceOf(text: string, sign: string, href: string | undefined): Piece {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? []
  return { before, words, after, sign: words && sign, href }
}

/** Underlining has no sign. */
function signOf(marks: readonly Mark[]): string {
  const sign = (type: Mark['type'], written: string) => (marks.some((mark) => mark.type === type) ? written : '')
  return sign('bold', '**') + sign('italic', '*') + sign('strike', '~~')
}
const hrefOf = (marks: readonly Mark[]) => marks.find((mark) => mark.type === 'link')?.attrs.href

/** The lines of a paragraph, each of pieces that differ from the one before. */
function linesOf(content: readonly Inline[]): Piece[][] {
  const lines: Piece[][] = [[]]
  for (const part of content) {
    const [here = '', ...further] = part.type === 'text' ? part.text.split(lineEnd) : ['', '']
    const marks = part.type === 'text' ? (part.marks ?? []) : []
    for (const [index, text] of [here, ...further].entries()) {
      if (index > 0) lines.push([])
      if (text) add(lines.at(-1) as Piece[], pieceOf(text, signOf(marks), hrefOf(marks)))
    }
  }
  return lines
}

function add(line: Piece[], piece: Piece) {
  const last = line.at(-1)
  if (!last || last.href !== piece.href || last.sign !== piece.sign) return line.push(piece)
  const whole = last.before + last.words + last.after + piece.before + piece.words + piece.after
  line[line.length - 1] = pieceOf(whole, piece.sign, piece.href)
}

/** Of what kind the character next to the signs is. Beyond the first plane readers disagree. */
function kindAt(piece: Piece, at: 0 | -1): 'letter' | 'sign' | 'rare' {
  const one = [...piece.words].at(at) ?? ''
  if (one.length > 1) return 'rare'
  return wordlike.test(one) && !piece.sign.includes('*~') ? 'letter' : 'sign'
}

/**
 * Signs count where a word begins or ends, or between two characters of one kind (CommonMark 0.31, 6.2). A letter that
 * stands in their way is written by its number, which begins and ends with punctuation.
 */
function wordsOf(piece: Piece, left: Piece | undefined, right: Piece | undefined): string {
  const standsInTheWay = (other: Piece | undefined, at: 0 | -1, space?: string) => {
    if (!other?.words || space || other.href !== piece.href || (!piece.sign && !other.sign)) return false
    const kind = kindAt(piece, at)
    return kind === 'rare' || (kind === 'letter' && kindAt(other, at === 0 ? -1 : 0) !== 'letter')
  }
  const all = [...piece.words]
  const start = standsInTheWay(left, 0, piece.before || left?.after) ? 1 : 0
  const end = all.length > start && standsInTheWay(right, -1, piece.after || right?.before) ? 1 : 0
  const rest = all.slice(start, all.length - end).join('')
  const words = entity(all.slice(0, start).join('')) + escaped(rest) + entity(all.slice(all.length - end).join(''))
  return piece.before + piece.sign + words + [...piece.sign].toReversed().join('') + piece.after
}

function lineOf(pieces: readonly Piece[]): string {
  let line = ''
  let index = 0
  while (index < pieces.length) {
    const { href } = pieces[index] as Piece
    let end = index + 1
    while (end < pieces.length && pieces[end]?.href === href) end++
    const inner = pieces
      .slice(index, end)
      .map((piece, at) => wordsOf(piece, pieces[index + at - 1], pieces[index + at + 1]))
      .join('')
    line += href ? `[${inner}](<${href}>)` : inner
    index = end
  }
  return line.replace(/^\s+|\s+$/gu, entity).replace(beginning, '$&\\')
}

const inlineOf = (content: readonly Inline[] = []) => linesOf(content).map((pieces) => lineOf(pieces) || '&nbsp;')

const indented = (text: string, first: string, others: string) =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line && others + line))
    .join('\n')

/** Two lists of a kind in a row would be read as one, were their signs the same. */
function listOf(items: readonly ListItem[], ordered: boolean, isSecond: boolean, pathOf: PathOf): string {
  const isTight = items.every(({ content }) => content.every(({ type }, at) => at === 0 || type.endsWith('List')))
  return items
    .map(({ content }, index) => {
      const sign = ordered ? `${index + 1}${isSecond ? ')' : '.'} ` : `${isSecond ? '*' : '-'} `
      return indented(blocksOf(content, pathOf, isTight ? '\n' : '\n\n'), sign, ' '.repeat(sign.length))
    })
    .join(isTight ? '\n' : '\n\n')
}

function blockOf(block: Block, isSecond: boolean, pathOf: PathOf): string {
  switch (block.type) {
    case 'paragraph':
      return inlineOf(block.content).join('\\\n')
    case 'heading':
      return `${'#'.repeat(block.attrs.level)} ${inlineOf(block.content).join(' ').replace(/#$/, '\\#')}`
    case 'bulletList':
    case 'orderedList':
      return listOf(block.content, block.type === 'orderedList', isSecond, pathOf)
    case 'blockquote':
      return blocksOf(block.content, pathOf).replace(/^/gm, '> ').replace(/^> $/gm, '>')
    case 'horizontalRule':
      return '***'
    case 'image': {
      const alt = inlineOf([{ type: 'text', text: block.attrs.alt.replaceAll(/\s+/g, ' ') }]).join(' ')
      const path = pathOf(block.attrs.fileId)
      return path === undefined ? alt : `![${block.attrs.alt ? alt : ''}](<${path}>)`
    }
  }
}

function blocksOf(blocks: readonly Block[], pathOf: PathOf, between = '\n\n'): string {
  let isSecond = false
  return blocks
    .map((block, index) => {
      isSecond = index > 0 && blocks[index - 1]?.type === block.type && !isSecond
      return blockOf(block, isSecond, pathOf)
    })
    .join(between)
}

/**
 * The document as Markdown (CommonMark 0.31 with the crossed-out text of GitHub), without any HTML.
 * @param pathOf where an image lies beside the file, without `<`, `>` and line ends
 */
export const markdownOf = (doc: RichText, pathOf: PathOf = () => undefined): string =>
  `${blocksOf(doc.content, pathOf)}\n`
