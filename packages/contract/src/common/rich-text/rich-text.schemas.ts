import { z } from 'zod'
import { FileId } from '../ids.ts'
import {
  plainMarks,
  isAllowedHref,
  maxAltLength,
  type Block,
  maxRichTextDepth,
  countNodes,
  maxRichTextNodes,
  richTextLength,
} from './rich-text.ts'
import { isStorable } from '../text/text.ts'

const Text = z.string().min(1).refine(isStorable, 'UNSTORABLE_TEXT')
const MarkOf = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(plainMarks) }),
  z.strictObject({
    type: z.literal('link'),
    attrs: z.strictObject({ href: z.string().refine(isAllowedHref, 'HREF') }),
  }),
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
const Alt = z.string().max(maxAltLength).refine(isStorable, 'UNSTORABLE_TEXT')
const leaves = [
  z.strictObject({ type: z.literal('paragraph'), content: Inlines.optional() }),
  z.strictObject({ type: z.literal('heading'), attrs: z.strictObject({ level: Level }), content: Inlines.optional() }),
  z.strictObject({ type: z.literal('image'), attrs: z.strictObject({ fileId: FileId, alt: Alt }) }),
  z.strictObject({ type: z.literal('horizontalRule') }),
] as const
type Blocks = z.ZodType<Block[], Block[]>

/**
 * Returns the schema of the blocks at a depth of nesting. There is one schema per depth instead of one recursive
 * schema. This limits the depth and lets zod compile the checks.
 */
function blocksAt(depth: number): Blocks {
  if (depth === maxRichTextDepth) return z.array(z.discriminatedUnion('type', leaves)).min(1)
  let inner: Blocks | undefined
  const Inner = z.lazy(() => (inner ??= z.compile(blocksAt(depth + 1))))
  const Item = z.strictObject({
    type: z.literal('listItem'),
    content: Inner.refine(([first]) => first?.type === 'paragraph', 'PARAGRAPH_FIRST'),
  })
  const Items = z.array(Item).min(1)
  const ChecklistItem = z.strictObject({
    type: z.literal('checklistItem'),
    attrs: z.strictObject({ checked: z.boolean() }),
    content: Item.shape.content,
  })
  const containers = [
    z.strictObject({ type: z.literal('bulletList'), content: Items }),
    z.strictObject({ type: z.literal('orderedList'), content: Items }),
    z.strictObject({ type: z.literal('checklist'), content: z.array(ChecklistItem).min(1) }),
    z.strictObject({ type: z.literal('blockquote'), content: Inner }),
  ] as const
  return z.array(z.discriminatedUnion('type', [...leaves, ...containers])).min(1)
}

/** Formatted text: a ProseMirror document of a few node types. Formatted text contains no HTML and is never converted to HTML. */
export const RichText = z
  .strictObject({ type: z.literal('doc'), content: blocksAt(0) })
  .refine((doc) => countNodes(doc) <= maxRichTextNodes, 'TOO_MANY_NODES')
export type RichText = { type: 'doc'; content: Block[] }

/** Formatted text with a limited number of characters, counted by `richTextLength`. */
export const richTextUpTo = (maxCharacters: number) =>
  RichText.refine((doc) => richTextLength(doc) <= maxCharacters, 'TOO_LONG')
