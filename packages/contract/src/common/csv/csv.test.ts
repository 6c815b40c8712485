import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteFormulas, unquoteFormulas } from './csv.ts'
import { runs } from '../runs.testing.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+49 40 555', "'+49 40 555"],
  ['-1, Way', "'-1, Way"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1＋1', "'＝1＋1"],
  ['＋49', "'＋49"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['x;=1+1;y', "x;'=1+1;y"],
  ['x; "=1+1"', `x;' "=1+1"`],
  ['first\n=1+1', "first\n'=1+1"],
  ['first\r\n\t@SUM(A1)', "first\r\n'\t@SUM(A1)"],
  ["'=1+1", "''=1+1"],
  ['', ''],
  ['Room 2; door = left', 'Room 2; door = left'],
  ["O'Brien", "O'Brien"],
  ['Anne-Marie, +1', 'Anne-Marie, +1'],
])('the cell %j is exported as %j and imported unchanged', (cell, exported) => {
  expect(quoteFormulas(cell)).toBe(exported)
  expect(unquoteFormulas(exported)).toBe(cell)
})

test('for any cell, no part between semicolons and line breaks starts a formula, and the import restores the cell', () => {
  const cells = fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠;,\r\n\t \'"ax1'), maxLength: 30 })
  fc.assert(
    fc.property(cells, (cell) => {
      const exported = quoteFormulas(cell)
      expect(unquoteFormulas(exported)).toBe(cell)
      for (const part of `"${exported.replaceAll('"', '""')}"`.split(/[;\r\n]/))
        expect(part.replace(/^[\s"]+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/)
    }),
    { numRuns: runs(2_000, 100_000) },
  )
})
