import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { catalogRules } from './rules.ts'
import { violationsOf } from './violations.ts'
import { readRights } from '../rights.ts'
import { readTableRules } from '../table-rules.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase(inject('adminUrl'), 1)
})
afterAll(() => database.close())

test.each(catalogRules)('$rule @slow', async (rule) => {
  expect(await violationsOf(database.installer, rule)).toEqual([])
  expect(
    await violationsOf(database.installer, rule, rule.breaks),
    'finds a violation after the breaking change',
  ).not.toEqual([])
})

test('the grants of all roles equal db/rights.txt, which npm run rights updates', async () => {
  const written = readFileSync(new URL('../../../../../../db/rights.txt', import.meta.url), 'utf8')
  expect(await readRights(database.installer)).toBe(written)
})

test('the change triggers and comments of all tables equal db/tables.txt, which npm run rights updates', async () => {
  const written = readFileSync(new URL('../../../../../../db/tables.txt', import.meta.url), 'utf8')
  expect(await readTableRules(database.installer)).toBe(written)
})
