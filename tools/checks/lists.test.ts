import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lists, replaceParts } from './lists.mjs'
import { pageTitleFiles } from './page-titles.mjs'

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

const textsOf = (namespace: string) =>
  JSON.parse(readFileSync(new URL(`../../apps/web/src/locales/${namespace}/de.json`, import.meta.url), 'utf8'))

test('the menus name a page as its heading does, and contain the title of a page without a heading', () => {
  const german = pageTitleFiles().find(({ file }) => file.endsWith('/de.json'))
  const { pages } = JSON.parse(german?.text ?? '{}')
  expect(pages.waitingList).toBe(textsOf('waitingList').title)
  expect(pages.clients).toBe(textsOf('client').list.title)
  expect(pages.journalEntry).toBe(textsOf('shell').pages.journalEntry)
})
