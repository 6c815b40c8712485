import { expect, test } from 'vitest'
import { markdownOf } from './rich-text.markdown.ts'
import { addresses, markup } from './rich-text.payloads.testing.ts'
import { isHref, lengthOf, plainOf, RichText } from './rich-text.ts'

const paragraph = (text: string, more = {}) => ({ type: 'paragraph', content: [{ type: 'text', text, ...more }] })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const takes = (value: unknown) => RichText.safeParse(value).success
const fileId = '0199f0de-0000-4000-8000-000000000001'

test('there are more than 300 attacks to try', () => {
  expect(new Set([...markup, ...addresses]).size).toBe(markup.length + addresses.length)
  expect(markup.length + addresses.length).toBeGreaterThan(300)
})

test('HTML that somebody writes is text and nothing else', () => {
  for (const text of markup) {
    const parsed = RichText.parse(doc(paragraph(text)))
    expect(parsed).toEqual(doc(paragraph(text)))
    expect(plainOf(parsed)).toBe(text)
    expect(lengthOf(parsed)).toBe(text.length)
    expect(markdownOf(parsed), text).not.toMatch(/(?<!\\)<[a-z/!?]|(?<!\\)\]\(/i)
  }
})

test('no text can take the place of a form, an attribute or a file', () => {
  for (const text of markup) {
    for (const value of [
      text,
      doc(text),
      doc({ type: text }),
      doc({ type: 'paragraph', content: [text] }),
      doc({ type: 'paragraph', [text]: 1 }),
      doc({ type: 'paragraph', attrs: { style: text } }),
      doc({ type: 'heading', attrs: { level: text } }),
      doc({ type: 'heading', attrs: { level: 2, id: text } }),
      doc({ type: 'image', attrs: { fileId: text, alt: '' } }),
      doc({ type: 'image', attrs: { fileId, alt: '', src: text } }),
      doc({ type: 'image', attrs: { src: text } }),
      doc(paragraph('x', { marks: [{ type: text }] })),
      doc(paragraph('x', { marks: [{ type: 'bold', attrs: { style: text } }] })),
      doc(paragraph('x', { marks: [{ type: 'link', attrs: { href: 'https://example.org', target: text } }] })),
      doc(paragraph('x', { html: text })),
    ])
      expect(takes(value), JSON.stringify(value)).toBe(false)
    expect(takes(doc({ type: 'image', attrs: { fileId, alt: text } }))).toBe(true)
  }
})

test('no link leads to a script, to a file, or elsewhere than it says', () => {
  const linked = (href: string) => doc(paragraph('x', { marks: [{ type: 'link', attrs: { href } }] }))
  for (const href of addresses) {
    expect(isHref(href), JSON.stringify(href)).toBe(false)
    expect(takes(linked(href)), JSON.stringify(href)).toBe(false)
  }
  for (const href of markup) expect(takes(linked(href)), href).toBe(false)
  for (const href of [
    'https://example.org',
    'HTTPS://example.org/a_(b)?c=d&e#f',
    'http://localhost:3000/x',
    'https://müller.example/straße',
    'mailto:nora@example.org',
    'mailto:nora@example.org?subject=hello',
    'tel:+494012345',
    'tel:112',
  ])
    expect(takes(linked(href)), href).toBe(true)
})

test('a mark stands once, and keys that belong to objects change nothing', () => {
  expect(takes(doc(paragraph('x', { marks: [{ type: 'bold' }, { type: 'bold' }] })))).toBe(false)
  expect(takes(JSON.parse('{"type":"doc","content":[{"type":"paragraph","__proto__":{"content":[]}}]}'))).toBe(false)
  expect(takes({ type: 'doc', content: [] })).toBe(false)
  expect(takes({ type: 'doc' })).toBe(false)
  expect(takes(doc({ type: 'bulletList', content: [] }))).toBe(false)
  expect(takes(doc({ type: 'bulletList', content: [paragraph('x')] }))).toBe(false)
  expect(takes(doc({ type: 'listItem', content: [paragraph('x')] }))).toBe(false)
  expect(
    takes(doc({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'horizontalRule' }] }] })),
  ).toBe(false)
  expect(takes(doc(paragraph('')))).toBe(false)
})
