import { utcDay } from '../../packages/contract/src/common/time/time.testing.ts'
import { expect, test } from 'vitest'
import { decisionsIndex, pageOf, readRecord, recordFaults } from './decisions.mjs'

const text = `# 3. Rows are rows

Date: ${utcDay(Date.now())}
Status: accepted
`

test('a decision without a number, a date or a status is found', () => {
  expect(recordFaults(readRecord('0003-rows.md', text))).toEqual([])
  expect(recordFaults(readRecord('0003-rows.md', '# Rows are rows\n'))).toEqual([
    "docs/decisions/0003-rows.md: the first line is not '# 3. <decision>'",
    "docs/decisions/0003-rows.md lacks the line 'Date: <year>-<month>-<day>'",
    "docs/decisions/0003-rows.md lacks the line 'Status: …'",
  ])
})

test('a decision with the number of another file is found', () => {
  expect(recordFaults(readRecord('0004-rows.md', text))).toEqual([
    "docs/decisions/0004-rows.md: the first line is not '# 4. <decision>'",
  ])
})

test('a status that links to a missing decision is found', () => {
  const record = readRecord('0003-rows.md', text.replace('accepted', 'superseded by [0009](0009-gone.md)'))
  expect(recordFaults(record, () => false)).toEqual([
    'docs/decisions/0003-rows.md: the status names 0009-gone.md, which does not exist',
  ])
})

test('the page lists the decisions in the order of their numbers and names unused numbers', () => {
  const page = pageOf([readRecord('0001-first.md', text.replace('3.', '1.')), readRecord('0003-rows.md', text)])
  expect(page).toContain('These numbers were never used: 0002.')
  expect(page).toContain(
    '| [0001](0001-first.md) | Rows are rows | accepted |\n| [0003](0003-rows.md) | Rows are rows | accepted |',
  )
})

test('the page of decisions is up to date', () => {
  expect(decisionsIndex().findings).toEqual([])
})
