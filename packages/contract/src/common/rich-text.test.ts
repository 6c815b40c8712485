import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  type Block,
  emptyDoc,
  imagesOf,
  isBlank,
  lengthOf,
  plainOf,
  RichText,
  RichTextOf,
  richDepth,
  richFrom,
  richNodes,
} from './rich-text.ts'
import { anyRichText } from './rich-text.testing.ts'

const paragraph = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const takes = (value: unknown) => RichText.safeParse(value).success
const fileId = '0199f0de-0000-4000-8000-000000000001'

test('every document of the shape is taken as it is, and taken again [1.07]', () => {
  fc.assert(
    fc.property(anyRichText, (value) => {
      expect(RichText.parse(value)).toEqual(value)
    }),
  )
})

test('its checks can be compiled, alone and inside of a procedure, and answer alike', () => {
  const quick = z.compile(z.strictObject({ text: RichTextOf(100) }), { strict: true })
  const slow = z.strictObject({ text: RichTextOf(100) })
  fc.assert(
    fc.property(fc.oneof(anyRichText, fc.anything()), (text) => {
      expect(quick.safeParse({ text }).success).toBe(slow.safeParse({ text }).success)
    }),
  )
})

test('text without form becomes a document and comes back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const value = richFrom(text)
      expect(plainOf(value)).toBe(text.replaceAll(/\r\n?/g, '\n'))
      expect(takes(value)).toBe(!text.includes('\u0000') && text.isWellFormed())
    }),
  )
  expect(richFrom('')).toEqual(emptyDoc)
  expect(takes(emptyDoc)).toBe(true)
})

test('characters are counted as they are read: words, new lines, descriptions of images', () => {
  const value = doc(
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Train' }] },
    { type: 'bulletList', content: ['a', 'b'].map((text) => ({ type: 'listItem', content: [paragraph(text)] })) },
    { type: 'paragraph', content: [{ type: 'text', text: 'c' }, { type: 'hardBreak' }, { type: 'text', text: 'd' }] },
    { type: 'image', attrs: { fileId, alt: 'River' } },
  )
  const parsed = RichText.parse(value)
  expect(plainOf(parsed)).toBe('Train\na\nb\nc\nd\nRiver')
  expect(lengthOf(parsed)).toBe(19)
  expect(imagesOf(parsed)).toEqual([fileId])
})

test('a text of 20,000 characters is taken and one of 20,001 is refused, however they are laid out', () => {
  const schema = RichTextOf(20_000)
  const lengths = (count: number) => [
    richFrom('a'.repeat(count)),
    richFrom('\n'.repeat(count)),
    richFrom('a\n'.repeat(count / 2) + 'a'.repeat(count % 2)),
    doc({ type: 'paragraph', content: Array.from({ length: count }, () => ({ type: 'text', text: 'a' })) }),
    doc({ type: 'paragraph', content: Array.from({ length: count }, () => ({ type: 'hardBreak' })) }),
  ]
  for (const value of lengths(20_000)) expect(schema.safeParse(value).success).toBe(true)
  for (const value of lengths(20_001)) expect(schema.safeParse(value).error?.issues[0]?.message).toBe('TOO_LONG')
})

test('a text that is nothing but structure ends somewhere', () => {
  const item = { type: 'listItem', content: [{ type: 'paragraph' }] }
  const list = (items: number) => doc({ type: 'bulletList', content: Array.from({ length: items }, () => item) })
  expect(takes(list(richNodes / 2 - 1))).toBe(true)
  expect(takes(list(richNodes / 2))).toBe(false)
  const nested = (depth: number): unknown =>
    depth === 0 ? paragraph('deep') : { type: 'blockquote', content: [nested(depth - 1)] }
  expect(takes(doc(nested(richDepth)))).toBe(true)
  expect(takes(doc(nested(richDepth + 1)))).toBe(false)
  let abyss: unknown = paragraph('deep')
  for (let depth = 0; depth < 100_000; depth++) abyss = { type: 'blockquote', content: [abyss] }
  expect(takes(doc(abyss))).toBe(false)
})

test('a text in which nothing can be read or looked at is blank', () => {
  for (const text of ['', ' ', '\n\n', '\t\u00a0', '\u200b\u200d', '\u2800'])
    expect(isBlank(richFrom(text)), JSON.stringify(text)).toBe(true)
  expect(isBlank(RichText.parse(doc({ type: 'horizontalRule' })))).toBe(true)
  expect(isBlank(RichText.parse(doc({ type: 'image', attrs: { fileId, alt: '' } })))).toBe(false)
  for (const text of ['.', '👋', ' a ', '。']) expect(isBlank(richFrom(text)), text).toBe(false)
})

test('text that cannot be kept is refused, emoji and every script are taken', () => {
  for (const text of ['nul \u0000', 'lone \ud800', '\udc00 lone']) expect(takes(doc(paragraph(text)))).toBe(false)
  for (const text of ['👩‍👩‍👧‍👦', 'مرحبا שלום', 'Zoë ß 漢字']) expect(takes(doc(paragraph(text)))).toBe(true)
})
