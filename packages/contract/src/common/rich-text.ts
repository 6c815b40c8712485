import { z } from 'zod'
import { Id } from './ids.ts'
import { isStorable } from './text.ts'

/** How deep quotes and lists may stand in each other. A list takes one step, whatever its items hold takes the next. */
export const richDepth = 6
/** The most nodes of a text, so that none is made of nothing but structure. */
export const richNodes = 25_000
/** The longest address of a link, and the longest description of an image. */
export const hrefMaximum = 2_000
export const altMaximum = 300

export const plainMarks = ['bold', 'italic', 'underline', 'strike'] as const
export type Mark = { type: (typeof plainMarks)[number] } | { type: 'link'; attrs: { href: string } }
type Words = { type: 'text'; text: string; marks?: Mark[] | undefined }
export type Inline = Words | { type: 'hardBreak' }
export type ListItem = { type: 'listItem'; content: Block[] }
export type Block =
  | { type: 'paragraph'; content?: Inline[] | undefined }
  | { type: 'heading'; attrs: { level: 2 | 3 }; content?: Inline[] | undefined }
  | { type: 'bulletList' | 'orderedList'; content: ListItem[] }
  | { type: 'blockquote'; content: Block[] }
  | { type: 'image'; attrs: { fileId: string; alt: string } }
  | { type: 'horizontalRule' }

/** What stands in an address only to mislead, or cannot stand there at all: spaces, control characters, brackets, quotes. */
const unfit = /[\s\u0000-\u001f\u007f-\u009f<>"'\\`\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/
const web = /^https?:\/\//i
const others = /^(?:mailto:[^@:/]+@[^@:/]+|tel:\+?[\d().*#/-]+)$/i

/** Whether a link may lead there: a page of the web without a name and password in it, an e-mail address, a phone number. */
export function isHref(href: string): boolean {
  if (href.length > hrefMaximum || unfit.test(href) || !isStorable(href)) return false
  if (!web.test(href)) return others.test(href)
  if (!URL.canParse(href)) return false
  const { hostname, username, password } = new URL(href)
  return hostname !== '' && username === '' && password === ''
}

const Text = z.string().min(1).refine(isStorable, 'UNSTORABLE_TEXT')
const MarkOf = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(plainMarks) }),
  z.strictObject({ type: z.literal('link'), attrs: z.strictObject({ href: z.string().refine(isHref, 'HREF') }) }),
])
const Marks = z
  .array(MarkOf)
  .max(plainMarks.length + 1)
  .refine((marks) => new Set(marks.map(({ type }) => type)).size === marks.length, 'TWICE')
const Inlines = z.array(
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), text: Text, marks: Marks.optional() }),
    z.strictObject({ type: z.literal('hardBreak') }),
  ]),
)
const Level = z.union([z.literal(2), z.literal(3)])
const Alt = z.string().max(altMaximum).refine(isStorable, 'UNSTORABLE_TEXT')
const leaves = [
  z.strictObject({ type: z.literal('paragraph'), content: Inlines.optional() }),
  z.strictObject({ type: z.literal('heading'), attrs: z.strictObject({ level: Level }), content: Inlines.optional() }),
  z.strictObject({ type: z.literal('image'), attrs: z.strictObject({ fileId: Id, alt: Alt }) }),
  z.strictObject({ type: z.literal('horizontalRule') }),
] as const
type Blocks = z.ZodType<Block[], Block[]>

/**
 * The blocks at a depth. Each depth has a schema of its own instead of one that calls itself: nesting then ends, and
 * the checks can be compiled, which those of a circle cannot.
 */
function blocksAt(depth: number): Blocks {
  if (depth === richDepth) return z.array(z.discriminatedUnion('type', leaves)).min(1)
  let inner: Blocks | undefined
  const Inner = z.lazy(() => (inner ??= z.compile(blocksAt(depth + 1))))
  const Item = z.strictObject({
    type: z.literal('listItem'),
    content: Inner.refine(([first]) => first?.type === 'paragraph', 'PARAGRAPH_FIRST'),
  })
  const Items = z.array(Item).min(1)
  const containers = [
    z.strictObject({ type: z.literal('bulletList'), content: Items }),
    z.strictObject({ type: z.literal('orderedList'), content: Items }),
    z.strictObject({ type: z.literal('blockquote'), content: Inner }),
  ] as const
  return z.array(z.discriminatedUnion('type', [...leaves, ...containers])).min(1)
}

/** What somebody wrote, with its form: a small ProseMirror document. There is no HTML in it, and none is ever made of it. */
export const RichText = z
  .strictObject({ type: z.literal('doc'), content: blocksAt(0) })
  .refine((doc) => nodesOf(doc) <= richNodes, 'TOO_MANY_NODES')
export type RichText = { type: 'doc'; content: Block[] }

/** The same with at most so many characters, counted as `lengthOf` counts them. */
export const RichTextOf = (maxCharacters: number) =>
  RichText.refine((doc) => lengthOf(doc) <= maxCharacters, 'TOO_LONG')

type Node = RichText | Block | ListItem | Inline
const inside = (node: Node): readonly Node[] => ('content' in node && node.content ? node.content : [])
const nodesOf = (node: Node): number => inside(node).reduce((sum, child) => sum + nodesOf(child), 1)

const lineOf = (content: Inline[] = []) => content.map((part) => (part.type === 'text' ? part.text : '\n')).join('')

/** The characters alone: a line per paragraph, heading and description of an image. */
export function plainOf(doc: RichText | Block | ListItem): string {
  switch (doc.type) {
    case 'paragraph':
    case 'heading':
      return lineOf(doc.content)
    case 'image':
      return doc.attrs.alt
    case 'horizontalRule':
      return ''
    default:
      return doc.content.map(plainOf).join('\n')
  }
}

/** Characters as a string counts them; a new line is one. */
export const lengthOf = (doc: RichText): number => plainOf(doc).length

/** The files that stand in it as images, each once, in order. */
export function imagesOf(doc: RichText): string[] {
  const found = new Set<string>()
  const look = (node: Node) => {
    if (node.type === 'image') found.add(node.attrs.fileId)
    else inside(node).forEach(look)
  }
  look(doc)
  return [...found]
}

/** Text without form as a document: a paragraph per line. */
export const richFrom = (plain: string): RichText => ({
  type: 'doc',
  content: plain
    .split(/\r\n?|\n/)
    .map((text) => (text ? { type: 'paragraph', content: [{ type: 'text', text }] } : { type: 'paragraph' })),
})

export const emptyDoc: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Characters that nobody sees, beside those that `\s` knows. */
const unseen = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Whether there is nothing to read and nothing to look at. */
export const isBlank = (doc: RichText): boolean => unseen.test(plainOf(doc)) && imagesOf(doc).length === 0
