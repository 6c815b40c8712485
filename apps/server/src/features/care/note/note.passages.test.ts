import { plainTextOf, type Block } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { expect, test } from 'vitest'
import { withoutPassage, withPassage } from './note.passages.ts'
import { type Written, writtenOf } from './note.written.ts'

const text = (words: string): Written => ({ text: words, content: null })
const heading: Block = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Plan' }] }
const bold: Block = { type: 'paragraph', content: [{ type: 'text', text: 'Stay.', marks: [{ type: 'bold' }] }] }
const formatted = writtenOf({ type: 'doc', content: [heading, bold] })
const plain = (doc: RichText | null) => doc && plainTextOf(doc)

test('a passage is added after one empty line, and the formatting of the rest stays', () => {
  expect(withPassage(formatted, 'From Ana:\nHello')?.content).toEqual([
    heading,
    bold,
    { type: 'paragraph' },
    { type: 'paragraph', content: [{ type: 'text', text: 'From Ana:' }] },
    { type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] },
  ])
  expect(plain(withPassage(text('Before  \n\n \n'), 'From Ana:\nHello'))).toBe('Before  \n\nFrom Ana:\nHello')
  expect(plain(withPassage(text(''), 'From Ana:\nHello'))).toBe('From Ana:\nHello')
})

test('only a passage with the same words and formatting is already there', () => {
  const added = writtenOf(withPassage(formatted, 'Hello') as RichText)
  expect(withPassage(added, 'Hello')).toBeNull()
  expect(plain(withPassage(text('Hello\nand more'), 'Hello'))).toBe('Hello\nand more\n\nHello')
  expect(plain(withPassage(writtenOf({ type: 'doc', content: [bold] }), 'Stay.'))).toBe('Stay.\n\nStay.')
})

test.each([
  ['at the end', 'Before\n\nFrom Ana:\nHello', 'Before'],
  ['at the start', 'From Ana:\nHello\n\nAfter', 'After'],
  ['in between', 'Before\n\nFrom Ana:\nHello\n\n\nAfter', 'Before\n\nAfter'],
  ['alone', 'From Ana:\nHello', ''],
  ['twice', 'From Ana:\nHello\n\nFrom Ana:\nHello', 'From Ana:\nHello'],
])('a passage is removed with its empty lines: %s', (_, before, after) => {
  expect(plain(withoutPassage(text(before), 'From Ana:\nHello'))).toBe(after)
})

test('removing an unchanged passage keeps the formatting of the rest', () => {
  const added = writtenOf(withPassage(formatted, 'Hello') as RichText)
  expect(withoutPassage(added, 'Hello')).toEqual(formatted.content)
  expect(withoutPassage(text('Hello!'), 'Hello')).toBeNull()
})
