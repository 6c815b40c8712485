import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  type Block,
  emptyRichText,
  imageIdsOf,
  isBlankRichText,
  richTextLength,
  plainTextOf,
  maxRichTextDepth,
  richTextFromPlain,
  maxRichTextNodes,
} from './rich-text.ts'
import { RichText, richTextUpTo } from './rich-text.schemas.ts'
import { arbitraryRichText } from './rich-text.testing.ts'

const paragraph = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const accepts = (value: unknown) => RichText.safeParse(value).success
const fileId = '0199f0de-0000-4000-8000-000000000001'

test('every valid document parses unchanged', () => {
  fc.assert(
    fc.property(arbitraryRichText, (value) => {
      expect(RichText.parse(value)).toEqual(value)
    }),
  )
})

test('the compiled schema and the plain schema accept the same values', () => {
  const quick = z.compile(z.strictObject({ text: richTextUpTo(100) }), { strict: true })
  const slow = z.strictObject({ text: richTextUpTo(100) })
  fc.assert(
    fc.property(fc.oneof(arbitraryRichText, fc.anything()), (text) => {
      expect(quick.safeParse({ text }).success).toBe(slow.safeParse({ text }).success)
    }),
  )
})

test('plain text is converted to a document and back without loss', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const value = richTextFromPlain(text)
      expect(plainTextOf(value)).toBe(text.replaceAll(/\r\n?/g, '\n'))
      expect(accepts(value)).toBe(!text.includes('\u0000') && text.isWellFormed())
    }),
  )
  expect(richTextFromPlain('')).toEqual(emptyRichText)
  expect(accepts(emptyRichText)).toBe(true)
})

test('the length counts text, new lines and image descriptions', () => {
  const value = doc(
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Train' }] },
    { type: 'bulletList', content: ['a', 'b'].map((text) => ({ type: 'listItem', content: [paragraph(text)] })) },
    { type: 'paragraph', content: [{ type: 'text', text: 'c' }, { type: 'hardBreak' }, { type: 'text', text: 'd' }] },
    { type: 'image', attrs: { fileId, alt: 'River' } },
  )
  const parsed = RichText.parse(value)
  expect(plainTextOf(parsed)).toBe('Train\na\nb\nc\nd\nRiver')
  expect(plainTextOf(parsed, { withImages: false }).trimEnd()).toBe('Train\na\nb\nc\nd')
  expect(richTextLength(parsed)).toBe(19)
  expect(imageIdsOf(parsed)).toEqual([fileId])
})

test('a text of 20,000 characters is accepted and one of 20,001 is refused, whatever its structure @slow', () => {
  const schema = richTextUpTo(20_000)
  const lengths = (count: number) => [
    richTextFromPlain('a'.repeat(count)),
    richTextFromPlain('\n'.repeat(count)),
    richTextFromPlain('a\n'.repeat(count / 2) + 'a'.repeat(count % 2)),
    doc({ type: 'paragraph', content: Array.from({ length: count }, () => ({ type: 'text', text: 'a' })) }),
    doc({ type: 'paragraph', content: Array.from({ length: count }, () => ({ type: 'hardBreak' })) }),
  ]
  for (const value of lengths(20_000)) expect(schema.safeParse(value).success).toBe(true)
  for (const value of lengths(20_001)) expect(schema.safeParse(value).error?.issues[0]?.message).toBe('TOO_LONG')
})

test('a text with too many nodes or too deep nesting is refused', () => {
  const item = { type: 'listItem', content: [{ type: 'paragraph' }] }
  const list = (items: number) => doc({ type: 'bulletList', content: Array.from({ length: items }, () => item) })
  expect(accepts(list(maxRichTextNodes / 2 - 1))).toBe(true)
  expect(accepts(list(maxRichTextNodes / 2))).toBe(false)
  const nested = (depth: number): unknown =>
    depth === 0 ? paragraph('deep') : { type: 'blockquote', content: [nested(depth - 1)] }
  expect(accepts(doc(nested(maxRichTextDepth)))).toBe(true)
  expect(accepts(doc(nested(maxRichTextDepth + 1)))).toBe(false)
  let deeplyNested: unknown = paragraph('deep')
  for (let depth = 0; depth < 100_000; depth++) deeplyNested = { type: 'blockquote', content: [deeplyNested] }
  expect(accepts(doc(deeplyNested))).toBe(false)
})

test('a text without visible characters and images is blank', () => {
  for (const text of ['', ' ', '\n\n', '\t\u00a0', '\u200b\u200d', '\u2800'])
    expect(isBlankRichText(richTextFromPlain(text)), JSON.stringify(text)).toBe(true)
  expect(isBlankRichText(RichText.parse(doc({ type: 'horizontalRule' })))).toBe(true)
  expect(isBlankRichText(RichText.parse(doc({ type: 'image', attrs: { fileId, alt: '' } })))).toBe(false)
  for (const text of ['.', '👋', ' a ', '。']) expect(isBlankRichText(richTextFromPlain(text)), text).toBe(false)
})

test('every text that Postgres can store is accepted, in every script', () => {
  for (const text of ['nul \u0000', 'lone \ud800', '\udc00 lone']) expect(accepts(doc(paragraph(text)))).toBe(false)
  for (const text of ['👩‍👩‍👧‍👦', 'مرحبا שלום', 'Zoë ß 漢字']) expect(accepts(doc(paragraph(text)))).toBe(true)
})
