import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { catalogRules } from './catalog.rules.ts'
import { readRights } from './rights.ts'
import { readTableRules } from './table-rules.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase(inject('adminUrl'), 1)
})
afterAll(() => database.close())

/**
 * Returns the violations that `finds` returns. If `breaks` is given, makes that change first and rolls it back
 * afterwards.
 */
async function violationsOf(db: pg.Client, finds: string, breaks?: string): Promise<unknown[]> {
  await db.query('begin; set local role attune_owner')
  try {
    if (breaks) await db.query(breaks)
    await db.query('set local role attune_owner')
    return (await db.query(finds)).rows
  } finally {
    await db.query('rollback')
  }
}

test.each(catalogRules)('$rule', async ({ finds, breaks }) => {
  expect(await violationsOf(database.installer, finds)).toEqual([])
  expect(
    await violationsOf(database.installer, finds, breaks),
    'finds a violation after the breaking change',
  ).not.toEqual([])
})

test('the grants of all roles equal db/rights.txt, which npm run rights updates', async () => {
  const written = readFileSync(new URL('../../../../../db/rights.txt', import.meta.url), 'utf8')
  expect(await readRights(database.installer)).toBe(written)
})

test('the change triggers and comments of all tables equal db/tables.txt, which npm run rights updates', async () => {
  const written = readFileSync(new URL('../../../../../db/tables.txt', import.meta.url), 'utf8')
  expect(await readTableRules(database.installer)).toBe(written)
})
