import type { FileId } from '../ids.ts'
import type { Block, ChecklistItem, Inline, ListItem, Mark } from './rich-text.ts'
import type { RichText } from './rich-text.schemas.ts'

/** Returns the path of an image's file by its id. If the function returns undefined, only the description of the image is written. */
type PathOf = (fileId: FileId) => string | undefined
/**
 * A piece of text with one delimiter (`sign`), such as `**`. Leading and trailing spaces are separate, because Markdown does not recognize
 * a delimiter between a space and the text that it formats.
 */
type Run = { before: string; words: string; after: string; sign: string; href: string | undefined }

const specialCharacters = /[\\`*_[\]{}<>&|~$^!]/g
/** Starts of texts that Markdown renderers turn into links without link syntax: web and email addresses. */
const autolinkStart = /(?:https?|ftp|xmpp|mailto):|www\.|@/gi
/** Characters that, at the start of a line, begin a heading, a list, a rule, a table or the underline of a heading. */
const blockStart = /^(?:\d{1,9}(?=[.)])|(?=[#+=:-]))/
const wordlike = /[^\s\p{P}\p{S}]/u
const toEntities = (text: string) => [...text].map((one) => `&#${one.codePointAt(0)};`).join('')

/** Escapes text that looks like Markdown or HTML. */
const escaped = (text: string) =>
  text
    .replace(specialCharacters, '\\$&')
    .replace(autolinkStart, (found) => found.slice(0, -1) + toEntities(found.slice(-1)))

const lineEnd = /\r\n?|\n/

function runOf(text: string, sign: string, href: string | undefined): Run {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? []
  return { before, words, after, sign: words && sign, href }
}

/** Returns the delimiter that writes these marks. Underlining has no delimiter in Markdown and is omitted. */
function signOf(marks: readonly Mark[]): string {
  const sign = (type: Mark['type'], written: string) => (marks.some((mark) => mark.type === type) ? written : '')
  return sign('bold', '**') + sign('italic', '*') + sign('strike', '~~')
}
const hrefOf = (marks: readonly Mark[]) => marks.find((mark) => mark.type === 'link')?.attrs.href

/** Splits the content of a paragraph into lines. Joins neighboring runs with the same delimiter and link. */
function linesOf(content: readonly Inline[]): Run[][] {
  const lines: Run[][] = [[]]
  for (const part of content) {
    const [here = '', ...further] = part.type === 'text' ? part.text.split(lineEnd) : ['', '']
    const marks = part.type === 'text' ? (part.marks ?? []) : []
    for (const [index, text] of [here, ...further].entries()) {
      if (index > 0) lines.push([])
      if (text) add(lines.at(-1) as Run[], runOf(text, signOf(marks), hrefOf(marks)))
    }
  }
  return lines
}

function add(line: Run[], run: Run) {
  const last = line.at(-1)
  if (!last || last.href !== run.href || last.sign !== run.sign) return line.push(run)
  const whole = last.before + last.words + last.after + run.before + run.words + run.after
  line[line.length - 1] = runOf(whole, run.sign, run.href)
}

/**
 * Returns the class that Markdown gives to the first (`at` 0) or last (-1) character of a run. `letter`: a word character. `sign`:
 * punctuation or a symbol, and any character of a run with `*~` in its delimiter. `rare`: a character beyond the basic multilingual plane,
 * which Markdown renderers class differently.
 */
function kindAt(run: Run, at: 0 | -1): 'letter' | 'sign' | 'rare' {
  const one = [...run.words].at(at) ?? ''
  if (one.length > 1) return 'rare'
  return wordlike.test(one) && !run.sign.includes('*~') ? 'letter' : 'sign'
}

/**
 * Writes the words of a run with their delimiters. Markdown recognizes a delimiter only at the start or end of a word,
 * or between two characters of the same kind (CommonMark 0.31, 6.2). A character that would disable the delimiter next
 * to it is written as a numeric entity, because an entity begins and ends with punctuation.
 */
function wordsOf(run: Run, left: Run | undefined, right: Run | undefined): string {
  const disablesDelimiter = (other: Run | undefined, at: 0 | -1, space?: string) => {
    if (!other?.words || space || other.href !== run.href || (!run.sign && !other.sign)) return false
    const kind = kindAt(run, at)
    return kind === 'rare' || (kind === 'letter' && kindAt(other, at === 0 ? -1 : 0) !== 'letter')
  }
  const all = [...run.words]
  const start = disablesDelimiter(left, 0, run.before || left?.after) ? 1 : 0
  const end = all.length > start && disablesDelimiter(right, -1, run.after || right?.before) ? 1 : 0
  const rest = all.slice(start, all.length - end).join('')
  const words =
    toEntities(all.slice(0, start).join('')) + escaped(rest) + toEntities(all.slice(all.length - end).join(''))
  return run.before + run.sign + words + [...run.sign].toReversed().join('') + run.after
}

function lineOf(runs: readonly Run[]): string {
  let line = ''
  let index = 0
  while (index < runs.length) {
    const { href } = runs[index] as Run
    let end = index + 1
    while (end < runs.length && runs[end]?.href === href) end++
    const inner = runs
      .slice(index, end)
      .map((run, at) => wordsOf(run, runs[index + at - 1], runs[index + at + 1]))
      .join('')
    line += href ? `[${inner}](<${href}>)` : inner
    index = end
  }
  return line.replace(/^\s+|\s+$/gu, toEntities).replace(blockStart, '$&\\')
}

const inlineOf = (content: readonly Inline[] = []) => linesOf(content).map((runs) => lineOf(runs) || '&nbsp;')

const indented = (text: string, first: string, others: string) =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line && others + line))
    .join('\n')

/**
 * Writes a list. Directly after a list of the same type, `isSecond` selects another marker, so that Markdown does not join the two lists.
 */
function listOf(items: readonly ListItem[], ordered: boolean, isSecond: boolean, pathOf: PathOf): string {
  const isTight = items.every(({ content }) => content.every(({ type }, at) => at === 0 || /list$/i.test(type)))
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
    case 'checklist':
      return listOf(block.content.map(withBox), false, isSecond, pathOf)
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

/** Returns a line of a checklist as the item of a list. A box precedes its text. */
function withBox({ attrs, content }: ChecklistItem): ListItem {
  const [first, ...rest] = content
  const box: Inline = { type: 'text', text: attrs.checked ? '☑ ' : '☐ ' }
  const words = first?.type === 'paragraph' ? (first.content ?? []) : []
  return { type: 'listItem', content: [{ type: 'paragraph', content: [box, ...words] }, ...rest] }
}

/**
 * Returns the type of a block that determines its marker. Checklists and bulleted lists have the same marker, so Markdown would join a checklist and
 * a bulleted list that follow each other.
 */
const markerOf = (block: Block | undefined) => (block?.type === 'checklist' ? 'bulletList' : block?.type)

function blocksOf(blocks: readonly Block[], pathOf: PathOf, between = '\n\n'): string {
  let isSecond = false
  return blocks
    .map((block, index) => {
      isSecond = index > 0 && markerOf(blocks[index - 1]) === markerOf(block) && !isSecond
      return blockOf(block, isSecond, pathOf)
    })
    .join(between)
}

/**
 * Converts the document to Markdown without HTML: CommonMark 0.31 and GitHub's strikethrough.
 * @param pathOf returns the relative path of an image by its file id; a path contains no `<`, no `>` and no line end
 */
export const toMarkdown = (doc: RichText, pathOf: PathOf = () => undefined): string =>
  `${blocksOf(doc.content, pathOf)}\n`
