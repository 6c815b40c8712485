import type { FileId } from '../ids.ts'
import type { RichText } from './rich-text.schemas.ts'
import { isFilled, isStorable } from '../text/text.ts'

/** The maximum number of quotes and lists that can be nested in each other. A list and the blocks in its items are two levels. */
export const maxRichTextDepth = 6
/** The maximum number of nodes of a document. The limit on characters alone would allow a document with very many nodes and little text. */
export const maxRichTextNodes = 25_000
/** The longest URL of a link, in characters. */
export const maxHrefLength = 2_000
/** The longest description of an image, in characters. */
export const maxAltLength = 300

export const plainMarks = ['bold', 'italic', 'underline', 'strike'] as const
/** A style of a piece of text, or a link. */
export type Mark = { type: (typeof plainMarks)[number] } | { type: 'link'; attrs: { href: string } }
type TextNode = { type: 'text'; text: string; marks?: Mark[] | undefined }
/** A piece of text in one style, or a line break. */
export type Inline = TextNode | { type: 'hardBreak' }
export type ListItem = { type: 'listItem'; content: Block[] }
/** A line of a checklist with its box. */
export type ChecklistItem = { type: 'checklistItem'; attrs: { checked: boolean }; content: Block[] }
/** A block of a document. `alt` is the description of an image for people who do not see it. */
export type Block =
  | { type: 'paragraph'; content?: Inline[] | undefined }
  | { type: 'heading'; attrs: { level: 2 | 3 }; content?: Inline[] | undefined }
  | { type: 'bulletList' | 'orderedList'; content: ListItem[] }
  | { type: 'checklist'; content: ChecklistItem[] }
  | { type: 'blockquote'; content: Block[] }
  | { type: 'image'; attrs: { fileId: FileId; alt: string } }
  | { type: 'horizontalRule' }

/**
 * Characters that are invalid or misleading in a URL: spaces, control and invisible characters, angle brackets, quotes, backticks and backslashes.
 */
const invalidInHref = /[\s\u0000-\u001f\u007f-\u009f<>"'\\`\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/
const webUrl = /^https?:\/\//i
const mailOrPhone = /^(?:mailto:[^@:/]+@[^@:/]+|tel:\+?[\d().*#/-]+)$/i

/**
 * Whether a link can have this target: an `http` or `https` URL without credentials, an email address (`mailto:`) or a phone number (`tel:`), of at
 * most 2,000 characters.
 */
export function isAllowedHref(href: string): boolean {
  if (href.length > maxHrefLength || invalidInHref.test(href) || !isStorable(href)) return false
  if (!webUrl.test(href)) return mailOrPhone.test(href)
  if (!URL.canParse(href)) return false
  const { hostname, username, password } = new URL(href)
  return hostname !== '' && username === '' && password === ''
}

type Node = RichText | Block | ListItem | ChecklistItem | Inline
const childrenOf = (node: Node): readonly Node[] => ('content' in node && node.content ? node.content : [])
export const countNodes = (node: Node): number => childrenOf(node).reduce((sum, child) => sum + countNodes(child), 1)

const lineOf = (content: Inline[] = []) => content.map((part) => (part.type === 'text' ? part.text : '\n')).join('')

/**
 * Returns the text without formatting. Each paragraph, heading and image description starts a new line; a hard break is a line end, and a horizontal
 * rule an empty line. With `withImages: false`, an empty line takes the place of each image description.
 */
export function plainTextOf(doc: RichText | Block | ListItem | ChecklistItem, { withImages = true } = {}): string {
  switch (doc.type) {
    case 'paragraph':
    case 'heading':
      return lineOf(doc.content)
    case 'image':
      return withImages ? doc.attrs.alt : ''
    case 'horizontalRule':
      return ''
    default:
      return doc.content.map((part) => plainTextOf(part, { withImages })).join('\n')
  }
}

/** Returns the length of the plain text in UTF-16 code units. Each line end counts as one unit. */
export const richTextLength = (doc: RichText): number => plainTextOf(doc).length

/** Returns the file ids of the images, each once, in the order of the document. */
export function imageIdsOf(doc: RichText): string[] {
  const found = new Set<string>()
  const visit = (node: Node) => {
    if (node.type === 'image') found.add(node.attrs.fileId)
    else childrenOf(node).forEach(visit)
  }
  visit(doc)
  return [...found]
}

/** Converts plain text to a document with one paragraph per line. */
export const richTextFromPlain = (plain: string): RichText => ({
  type: 'doc',
  content: plain
    .split(/\r\n?|\n/)
    .map((text) => (text ? { type: 'paragraph', content: [{ type: 'text', text }] } : { type: 'paragraph' })),
})

/**
 * Converts plain text to a document with one paragraph per `\n`. No character changes: `plainTextOf` returns the same
 * text.
 */
export const richTextFromExactText = (plain: string): RichText => ({
  type: 'doc',
  content: plain
    .split('\n')
    .map((text) => (text ? { type: 'paragraph', content: [{ type: 'text', text }] } : { type: 'paragraph' })),
})

/** Whether a document consists only of paragraphs of unformatted text without line breaks, so that its plain text is equivalent to it. */
export const isUnformatted = (doc: RichText): boolean =>
  doc.content.every(
    (block) =>
      block.type === 'paragraph' &&
      (block.content ?? []).every(
        (part) => part.type === 'text' && (part.marks ?? []).length === 0 && !part.text.includes('\n'),
      ),
  )

export const emptyRichText: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Whether a document has neither visible text nor an image. */
export const isBlankRichText = (doc: RichText): boolean => !isFilled(plainTextOf(doc)) && imageIdsOf(doc).length === 0
