import { expect, test } from 'vitest'
import { lists, replaceParts } from './lists.mjs'

const text = 'before\n// generated: imports\nold\n// end\nconst list = {\n  // generated: features\n  // end\n}\n'

test('the lines of each generated part are replaced, and everything else stays', () => {
  expect(replaceParts(text, { imports: ["import 'a'"], features: ['  a,', '  b,'] })).toBe(
    "before\n// generated: imports\nimport 'a'\n// end\nconst list = {\n  // generated: features\n  a,\n  b,\n  // end\n}\n",
  )
})

test('a file without a generated part is refused by the name of the part', () => {
  expect(() => replaceParts(text, { tables: [] })).toThrow(/generated: tables/)
})

test('the lists of this repository are current', () => {
  expect(lists().findings).toEqual([])
})
