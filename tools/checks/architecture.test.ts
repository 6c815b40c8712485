import { expect, test } from 'vitest'
import { architecture, pageFindings, withLists } from './architecture.mjs'

const lists = { server: ['care/task', 'care/note', 'people/client'], checks: ['types', 'lint'] }
const empty = '# Title\n<!-- generated: features -->\n<!-- end -->\n<!-- generated: checks -->\n<!-- end -->\nEnd\n'

test('the page lists the features of each domain by name, and the checks in their order', () => {
  expect(withLists(empty, lists)).toBe(
    '# Title\n<!-- generated: features -->\n| domain | features |\n|---|---|\n| `care` | `note`, `task` |\n| `people` | `client` |\n' +
      '<!-- end -->\n<!-- generated: checks -->\n`types`, `lint`\n<!-- end -->\nEnd\n',
  )
})

test('a feature or a check that the page lacks is found', () => {
  const page = withLists(empty, lists)
  const outdated = ['ARCHITECTURE.md is out of date: run npm run lists']
  expect(pageFindings(page, lists)).toEqual([])
  expect(pageFindings(page, { ...lists, server: [...lists.server, 'care/form'] })).toEqual(outdated)
  expect(pageFindings(page, { ...lists, checks: ['types'] })).toEqual(outdated)
})

test('a page of more than 60 lines is found', () => {
  const page = withLists(`${empty}${'line\n'.repeat(50)}`, lists)
  expect(pageFindings(page, lists)).toEqual(['ARCHITECTURE.md has 61 lines, at most 60 fit one page'])
})

test('the page of this repository is current', () => {
  expect(architecture().findings).toEqual([])
})
