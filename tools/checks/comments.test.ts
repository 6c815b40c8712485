import { expect, test } from 'vitest'
import { unnamedIn } from './comments.mjs'

test('a comment that begins with a verb and what is found with its line', () => {
  const code = [
    '/** Returns what a receipt shows. */',
    'f()',
    '/**',
    ' * Shows what is open.',
    ' */',
    '// Reads what came',
  ]
  expect(unnamedIn('a.ts', code.join('\n'))).toEqual([
    'a.ts:1 names no thing; write a noun instead of the clause: /** Returns what a receipt shows. */',
    'a.ts:4 names no thing; write a noun instead of the clause: * Shows what is open.',
    'a.ts:6 names no thing; write a noun instead of the clause: // Reads what came',
  ])
})

test('a comment that names a thing, and strings, have no finding', () => {
  const code = ['/** Returns the lines of a receipt, and what is open. */', "const title = 'Shows what is open'"]
  expect(unnamedIn('a.ts', code.join('\n'))).toEqual([])
})

test('a comment that is a relative clause without a noun is found', () => {
  const code = [
    '/** What a page shows. */',
    '// Whose role is missing keeps it.',
    '/** Which page it is. */',
    '/** Whether it is open. */',
    '// Why it failed.',
    '/** Returns how long it lasts. */',
  ]
  expect(unnamedIn('a.ts', code.join('\n'))).toEqual([
    'a.ts:1 names no thing; write a noun instead of the clause: /** What a page shows. */',
    'a.ts:2 names no thing; write a noun instead of the clause: // Whose role is missing keeps it.',
    'a.ts:3 names no thing; write a noun instead of the clause: /** Which page it is. */',
    'a.ts:5 names no thing; write a noun instead of the clause: // Why it failed.',
    'a.ts:6 names no thing; write a noun instead of the clause: /** Returns how long it lasts. */',
  ])
})
