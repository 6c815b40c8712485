import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import { arbitraryRichText } from '@attune/contract/common/rich-text/rich-text.testing'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ImageExtension, richTextExtensions } from '../../../ui/rich-text/editor/extensions.ts'
import { toRichText } from '../../../ui/rich-text/to-rich-text.ts'
import { diffNotes, sideOfDiff } from './versions/diff.ts'
import { joinDocuments } from './templates/templates.ts'
import {
  documentOf,
  noteFormat,
  noteStringOf,
  noteToSave,
  plainNoteText,
  storedNoteString,
  writtenOfNote,
} from './note-text.ts'

const schema = getSchema([
  ...richTextExtensions(
    () => '',
    () => '',
  ),
  ImageExtension,
])
/** Passes a document through the editor without an edit. */
const throughEditor = (doc: RichText) => toRichText(Node.fromJSON(schema, doc).toJSON())

const line = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '   indented',
    '\ttab',
    '- a dash',
    '* a star',
    '1. first',
    '20. November',
    '# no heading',
    '[ ] open',
    '[x] done',
    '> quote',
    '**not bold**',
    'ends with spaces   ',
    '\u00a0',
    '<b>not HTML</b>',
    '{"type":"doc"}',
    'a\rb',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !/[\u0000\ud800-\udfff]/u.test(text)),
)
const plainNote = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'))

test('a plain note passes through the editor without a changed character, and is saved as the same text', () => {
  fc.assert(
    fc.property(plainNote, (text) => {
      const shown = throughEditor(documentOf(storedNoteString({ text, content: null })))
      expect(plainTextOf(shown)).toBe(text)
      expect(noteToSave(noteStringOf(shown))).toBe(text)
    }),
    { numRuns: 300 },
  )
})

test('a formatted note comes back with its formatting, whatever the order of its keys @slow', () => {
  fc.assert(
    fc.property(arbitraryRichText, (value) => {
      const note = noteStringOf(value)
      const shuffled = JSON.parse(JSON.stringify(writtenOfNote(note).content), (_, part: unknown) =>
        part && typeof part === 'object' && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).toReversed())
          : part,
      ) as RichText | null
      expect(storedNoteString({ text: plainNoteText(note), content: shuffled })).toBe(note)
      expect(plainNoteText(note)).toBe(plainTextOf(toRichText(value)))
    }),
  )
})

const bold = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'bold' }] }] }],
})

test('merging two notes keeps every block of both, and blocks that are in both once', () => {
  const mine = noteStringOf({
    type: 'doc',
    content: [...bold('Sister called').content, ...documentOf('Slept well').content],
  })
  const merged = noteFormat.merge('From the desk\nSlept well', mine)
  expect(plainNoteText(merged)).toBe('From the desk\nSister called\nSlept well')
  expect(documentOf(merged).content[1]).toEqual(bold('Sister called').content[0])
  expect(noteFormat.merge('a\nb', 'a\nc')).toBe('a\nb\nc')
})

test('a formatted note replaces an earlier one only if it begins with all of its blocks', () => {
  const note = noteStringOf({ type: 'doc', content: [...bold('One').content, ...documentOf('two').content] })
  expect(noteFormat.continues(note, noteStringOf(bold('One')))).toBe(true)
  expect(noteFormat.continues(note, 'One')).toBe(false)
  expect(noteFormat.continues(note, '')).toBe(true)
  expect(noteFormat.continues('One two', 'One')).toBe(true)
})

test('two notes with the same words and other formatting differ where the formatting differs', () => {
  const parts = diffNotes('very calm', noteStringOf(bold('very calm')))
  expect(parts.map(({ in: where, text, style }) => [where, text, style])).toEqual([
    ['first', 'very calm', ''],
    ['second', 'very calm', 'bold'],
  ])
  expect(sideOfDiff(diffNotes('slept badly', 'slept well'), 'second')).toEqual([
    { text: 'slept ', style: '', differs: false },
    { text: 'well', style: '', differs: true },
  ])
})

test('a line of a checklist that was ticked shows as changed', () => {
  const list = (checked: boolean) =>
    noteStringOf({
      type: 'doc',
      content: [
        {
          type: 'checklist',
          content: [{ type: 'checklistItem', attrs: { checked }, content: documentOf('Call the sister').content }],
        },
      ],
    })
  expect(diffNotes(list(false), list(true)).map(({ in: where, text }) => [where, text])).toEqual([
    ['first', '☐ '],
    ['second', '☑ '],
    ['both', 'Call the sister'],
  ])
})

test('a text is added at the end after one empty line, and replaces an empty note', () => {
  const joined = joinDocuments(documentOf('Before\n\n\n'), documentOf('Draft'))
  expect(plainTextOf(joined)).toBe('Before\n\nDraft')
  expect(plainTextOf(joinDocuments(documentOf(' \n'), documentOf('Draft')))).toBe('Draft')
})
