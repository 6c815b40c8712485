import { expect, test } from 'vitest'
import { directionOf, visualParts } from './visual-order.ts'

const partsOf = (line: string) => visualParts(line, directionOf(line)).map(({ text }) => text)

test('words from right to left stand in their order in a line from left to right, and each word stays in its own', () => {
  expect(partsOf('Rechnung an דוד לוי (geb. 1982), Köln')).toEqual([
    'Rechnung an ',
    'לוי',
    ' ',
    'דוד',
    ' (geb. 1982), Köln',
  ])
})

test('a line that begins from the right has Latin words and numbers from left to right, and mirrored brackets', () => {
  expect(partsOf('דוד (Köln 1982) א')).toEqual(['א', ' ', '(', 'Köln 1982', ')', ' ', 'דוד'])
  expect(partsOf('عام ٢٠٢٦')).toEqual(['٢', '٠', '٢', '٦', ' ', 'عام'])
})

test('marks, joiners and letters of one word stay together', () => {
  expect(partsOf('می\u200cتوانم שָׁלוֹם')).toEqual(['שָׁלוֹם', ' ', 'می\u200cتوانم'])
})

test('a part ends at each boundary, so that it has one style', () => {
  const parts = visualParts('דודלוי', 'rtl', [3])
  expect(parts).toEqual([
    { text: 'לוי', from: 3 },
    { text: 'דוד', from: 0 },
  ])
})

test('the direction of a paragraph is that of its first letter', () => {
  expect(['12 דוד Köln', 'Köln דוד', '12', ''].map(directionOf)).toEqual(['rtl', 'ltr', 'ltr', 'ltr'])
})
