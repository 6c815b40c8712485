import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { expect, test } from 'vitest'
import { otherNamesFinder } from './name-finder.ts'
import { replaceSpans, rewriteRichText } from './rewrite.ts'

const ana = { firstName: 'Ana', lastName: 'Flores' }
const removedFrom = (text: string, firstName: string, lastName: string, own = ana) =>
  replaceSpans(text, otherNamesFinder([{ firstName, lastName }], own)(text), '#')

test('a first or last name is found as a whole word, without regard to case and accents', () => {
  const found = (text: string) => removedFrom(text, 'José', 'Strauß')
  expect(found('Jose came. JOSÉ, jose\u0301 and Herr STRAUSS stayed.')).toBe('# came. #, # and Herr # stayed.')
  expect(found('Josef and Josephine have straussen.')).toBe('Josef and Josephine have straussen.')
  expect(found("José's brother, Josés Bruder, (José)")).toBe("#'s brother, # Bruder, (#)")
})

test('of a name with several words, the whole and each word are found, but no particle', () => {
  const found = (text: string) => removedFrom(text, 'Anne-Marie', 'de la Cruz')
  expect(found('Anne-Marie de la Cruz, Marie, Cruz, Anne Marie, de la')).toBe('# #, #, #, #, de la')
})

test('a name that the person of the record has too is not found', () => {
  expect(removedFrom('Ben Flores and Ana Flores', 'Ben', 'Flores')).toBe('# Flores and Ana Flores')
})

test('a name in a script without capitals and one with an emoji before it are found at their places', () => {
  expect(removedFrom('👍🏽 Дмитрий пришёл', 'Дмитрий', '')).toBe('👍🏽 # пришёл')
  expect(removedFrom('小明 来了', '小明', '')).toBe('# 来了')
  expect(removedFrom('हिन्दी आया', 'हिन्दी', '')).toBe('# आया')
})

test('of people without a searchable name, nothing is found', () => {
  expect(otherNamesFinder([{ firstName: 'B', lastName: '.' }], ana)('B. said so')).toEqual([])
  expect(otherNamesFinder([], ana)('Ben')).toEqual([])
})

const text = (of: string, ...marks: ('bold' | 'italic')[]) => ({
  type: 'text' as const,
  text: of,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
const link = (of: string, href: string) => ({
  ...text(of),
  marks: [{ type: 'link' as const, attrs: { href } }],
})
const find = otherNamesFinder([{ firstName: 'Ben', lastName: 'Ruiz' }], ana)
const rewritten = (content: RichText['content']) => rewriteRichText({ type: 'doc', content }, find, '#')

test('a name that extends over several styles is replaced once, in the style of its beginning', () => {
  const content = [text('Said B', 'bold'), text('e', 'italic'), text('n and left.')]
  expect(rewritten([{ type: 'paragraph', content }]).content).toEqual([
    { type: 'paragraph', content: [text('Said #', 'bold'), text(' and left.')] },
  ])
})

test('names in headings, lists, quotes, descriptions of images and targets of links are replaced', () => {
  const line = { type: 'paragraph' as const, content: [text('Ben')] }
  const doc = rewritten([
    { type: 'heading', attrs: { level: 2 }, content: [text('On Ruiz')] },
    { type: 'bulletList', content: [{ type: 'listItem', content: [line] }] },
    { type: 'checklist', content: [{ type: 'checklistItem', attrs: { checked: true }, content: [line] }] },
    { type: 'blockquote', content: [line] },
    { type: 'image', attrs: { fileId: 'f', alt: 'Ben at home' } },
    { type: 'paragraph', content: [link('his site', 'https://ben.example/'), link('a site', 'https://a.example/')] },
  ])
  expect(plainTextOf(doc)).toBe('On #\n#\n#\n#\n# at home\nhis sitea site')
  expect(JSON.stringify(doc)).not.toMatch(/ben/i)
  expect(JSON.stringify(doc)).toContain('https://a.example/')
})

test('a document without a name does not change', () => {
  const content: RichText['content'] = [
    { type: 'paragraph' },
    { type: 'paragraph', content: [text('Calm', 'bold'), { type: 'hardBreak' }, text('again')] },
    { type: 'horizontalRule' },
  ]
  expect(rewritten(content)).toEqual({ type: 'doc', content })
})
