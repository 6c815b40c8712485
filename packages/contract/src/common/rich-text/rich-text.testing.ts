import fc from 'fast-check'
import { type Block, type Inline, type ListItem, type Mark, plainMarks, maxRichTextDepth } from './rich-text.ts'
import type { RichText } from './rich-text.schemas.ts'

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((value) => !/[\u0000\ud800-\udfff]/u.test(value))
const hrefs = [
  'https://example.org',
  'http://example.org/a?b=c&d=(e)#f',
  'mailto:nora@example.org?subject=hello',
  'tel:+49-40-123(4)',
]
const link: fc.Arbitrary<Mark> = fc.constantFrom(...hrefs).map((href) => ({ type: 'link', attrs: { href } }))
const plainMark: fc.Arbitrary<Mark> = fc.constantFrom(...plainMarks).map((type) => ({ type }))
const marks = fc.uniqueArray(fc.oneof(plainMark, link), { maxLength: 5, selector: ({ type }) => type })
const inline: fc.Arbitrary<Inline> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('text' as const), text, marks }) },
  { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' as const }) },
)
const content = fc.array(inline, { maxLength: 5 })
const paragraph = fc.record({ type: fc.constant('paragraph' as const), content })
const leaf: fc.Arbitrary<Block> = fc.oneof(
  paragraph,
  fc.record({
    type: fc.constant('heading' as const),
    attrs: fc.record({ level: fc.constantFrom(2 as const, 3 as const) }),
    content,
  }),
  fc.record({
    type: fc.constant('image' as const),
    attrs: fc.record({ fileId: fc.uuid(), alt: fc.constantFrom('', 'The river') }),
  }),
  fc.constant({ type: 'horizontalRule' as const }),
)

function blocks(depth: number): fc.Arbitrary<Block[]> {
  if (depth === maxRichTextDepth) return fc.array(leaf, { minLength: 1, maxLength: 3 })
  const inner = blocks(depth + 1)
  const item: fc.Arbitrary<ListItem> = fc
    .tuple(paragraph, fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: inner }))
    .map(([first, rest]) => ({ type: 'listItem', content: [first, ...rest] }))
  const list: fc.Arbitrary<Block> = fc.record({
    type: fc.constantFrom('bulletList' as const, 'orderedList' as const),
    content: fc.array(item, { minLength: 1, maxLength: 3 }),
  })
  const checklist: fc.Arbitrary<Block> = fc.record({
    type: fc.constant('checklist' as const),
    content: fc.array(
      fc
        .tuple(item, fc.boolean())
        .map(([{ content }, checked]) => ({ type: 'checklistItem' as const, attrs: { checked }, content })),
      { minLength: 1, maxLength: 3 },
    ),
  })
  const quote: fc.Arbitrary<Block> = fc.record({ type: fc.constant('blockquote' as const), content: inner })
  const any = fc.oneof(
    { weight: 6, arbitrary: leaf },
    { weight: 2, arbitrary: fc.oneof(list, checklist) },
    { weight: 1, arbitrary: quote },
  )
  return fc.array(any, { minLength: 1, maxLength: 4 })
}

/** Generates random valid documents that are small enough to repeat a test hundreds of times. */
export const arbitraryRichText: fc.Arbitrary<RichText> = blocks(0).map((content) => ({ type: 'doc', content }))
