import {
  maxAltLength,
  type Block,
  type ChecklistItem,
  type Inline,
  isAllowedHref,
  type ListItem,
  type Mark,
  plainMarks,
  maxRichTextDepth,
} from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'

type UnknownNode = { type: string; text: string; attrs: Record<string, unknown>; content: unknown[]; marks: unknown[] }

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const record = (value: unknown): Record<string, unknown> => (value && typeof value === 'object' ? { ...value } : {})

function readNode(value: unknown): UnknownNode {
  const { type, text, attrs, content, marks } = record(value)
  return {
    type: typeof type === 'string' ? type : '',
    text: typeof text === 'string' ? storable(text) : '',
    attrs: record(attrs),
    content: list(content),
    marks: list(marks),
  }
}

const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '')

function markOf(value: unknown): Mark[] {
  const { type, attrs } = readNode(value)
  const plain = plainMarks.find((one) => one === type)
  if (plain) return [{ type: plain }]
  const { href } = attrs
  return type === 'link' && typeof href === 'string' && isAllowedHref(href) ? [{ type, attrs: { href } }] : []
}

function marksOf(values: readonly unknown[]): { marks?: Mark[] } {
  const marks = values.flatMap(markOf)
  const once = marks.filter(({ type }, at) => marks.findIndex((mark) => mark.type === type) === at)
  return once.length > 0 ? { marks: once } : {}
}

const inlinesOf = (values: readonly unknown[]): Inline[] =>
  values.flatMap((value): Inline[] => {
    const { type, text, content, marks } = readNode(value)
    if (type === 'hardBreak') return [{ type }]
    if (type === 'text') return text ? [{ type, text, ...marksOf(marks) }] : []
    return inlinesOf(content)
  })

const withContent = (content: readonly unknown[]) => {
  const inlines = inlinesOf(content)
  return inlines.length > 0 ? { content: inlines } : {}
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

function imageOf({ fileId, alt }: Record<string, unknown>): Block[] {
  if (typeof fileId !== 'string' || !uuid.test(fileId)) return []
  const altText = typeof alt === 'string' ? storable(alt.slice(0, maxAltLength)).slice(0, maxAltLength) : ''
  return [{ type: 'image', attrs: { fileId: fileId.toLowerCase(), alt: altText } }]
}

function itemOf(value: unknown, depth: number): ListItem {
  const { type, content } = readNode(value)
  const blocks = blocksOf(type === 'listItem' ? content : [value], depth)
  return { type: 'listItem', content: blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph' }, ...blocks] }
}

function checklistItemOf(value: unknown, depth: number): ChecklistItem {
  const { type, attrs } = readNode(value)
  const { content } = itemOf(type === 'checklistItem' ? { ...record(value), type: 'listItem' } : value, depth)
  return { type: 'checklistItem', attrs: { checked: attrs['checked'] === true }, content }
}

/** Converts values to blocks. Blocks that are nested too deep move up to the deepest allowed level. */
const blocksOf = (values: readonly unknown[], depth: number): Block[] =>
  values.flatMap((value): Block[] => {
    const { type, text, attrs, content } = readNode(value)
    const inner = depth + 1
    const deep = depth >= maxRichTextDepth
    if (type === 'paragraph') return [{ type, ...withContent(content) }]
    if (type === 'heading') return [{ type, attrs: { level: attrs['level'] === 3 ? 3 : 2 }, ...withContent(content) }]
    if (type === 'image') return imageOf(attrs)
    if (type === 'horizontalRule') return [{ type }]
    if (type === 'text') return text ? [{ type: 'paragraph', ...withContent([value]) }] : []
    if (type === 'blockquote' && !deep && content.length > 0) {
      const blocks = blocksOf(content, inner)
      return [{ type, content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] }]
    }
    if ((type === 'bulletList' || type === 'orderedList') && !deep && content.length > 0)
      return [{ type, content: content.map((item) => itemOf(item, inner)) }]
    if (type === 'checklist' && !deep && content.length > 0)
      return [{ type, content: content.map((item) => checklistItemOf(item, inner)) }]
    return blocksOf(content, depth)
  })

/**
 * Converts a value of the editor or a stored value to a document that the contract accepts. Formatting may be lost, but
 * text is kept.
 */
export function toRichText(value: unknown): RichText {
  const blocks = blocksOf(readNode(value).content, 0)
  return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] }
}
