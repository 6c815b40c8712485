import { expect, test } from 'vitest'
import { toMarkdown } from './rich-text.markdown.ts'
import { hostileHrefs, hostileMarkup } from './rich-text.payloads.testing.ts'
import { isAllowedHref, richTextLength, plainTextOf } from './rich-text.ts'
import { RichText } from './rich-text.schemas.ts'

const paragraph = (text: string, more = {}) => ({ type: 'paragraph', content: [{ type: 'text', text, ...more }] })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const accepts = (value: unknown) => RichText.safeParse(value).success
const fileId = '0199f0de-0000-4000-8000-000000000001'

test('the tests cover more than 300 different payloads', () => {
  expect(new Set([...hostileMarkup, ...hostileHrefs]).size).toBe(hostileMarkup.length + hostileHrefs.length)
  expect(hostileMarkup.length + hostileHrefs.length).toBeGreaterThan(300)
})

test('HTML in a text stays plain text', () => {
  for (const text of hostileMarkup) {
    const parsed = RichText.parse(doc(paragraph(text)))
    expect(parsed).toEqual(doc(paragraph(text)))
    expect(plainTextOf(parsed)).toBe(text)
    expect(richTextLength(parsed)).toBe(text.length)
    expect(toMarkdown(parsed), text).not.toMatch(/(?<!\\)<[a-z/!?]|(?<!\\)\]\(/i)
  }
})

test('a payload in place of a node type, an attribute or a file is refused', () => {
  for (const text of hostileMarkup) {
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
      expect(accepts(value), JSON.stringify(value)).toBe(false)
    expect(accepts(doc({ type: 'image', attrs: { fileId, alt: text } }))).toBe(true)
  }
})

test('a link to a script, to a file or to a misleading URL is refused', () => {
  const linked = (href: string) => doc(paragraph('x', { marks: [{ type: 'link', attrs: { href } }] }))
  for (const href of hostileHrefs) {
    expect(isAllowedHref(href), JSON.stringify(href)).toBe(false)
    expect(accepts(linked(href)), JSON.stringify(href)).toBe(false)
  }
  for (const href of hostileMarkup) expect(accepts(linked(href)), href).toBe(false)
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
    expect(accepts(linked(href)), href).toBe(true)
})

test('a repeated mark, a key like __proto__ and an invalid structure are refused', () => {
  expect(accepts(doc(paragraph('x', { marks: [{ type: 'bold' }, { type: 'bold' }] })))).toBe(false)
  expect(accepts(JSON.parse('{"type":"doc","content":[{"type":"paragraph","__proto__":{"content":[]}}]}'))).toBe(false)
  expect(accepts({ type: 'doc', content: [] })).toBe(false)
  expect(accepts({ type: 'doc' })).toBe(false)
  expect(accepts(doc({ type: 'bulletList', content: [] }))).toBe(false)
  expect(accepts(doc({ type: 'bulletList', content: [paragraph('x')] }))).toBe(false)
  expect(accepts(doc({ type: 'listItem', content: [paragraph('x')] }))).toBe(false)
  expect(
    accepts(doc({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'horizontalRule' }] }] })),
  ).toBe(false)
  expect(accepts(doc(paragraph('')))).toBe(false)
})
