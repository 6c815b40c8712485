import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { catalogRules } from './catalog.rules.ts'
import { readRights } from './rights.ts'

let house: TestDatabase
beforeAll(async () => {
  house = await openTestDatabase(inject('adminUrl'), 1)
})
afterAll(() => house.close())

/** What breaks the rule, in a transaction that leaves nothing; first with the change that breaks it, where given. */
async function look(db: pg.Client, finds: string, breaks?: string): Promise<unknown[]> {
  await db.query('begin; set local role attune_owner')
  try {
    if (breaks) await db.query(breaks)
    await db.query('set local role attune_owner')
    return (await db.query(finds)).rows
  } finally {
    await db.query('rollback')
  }
}

for (const { rule, finds, breaks } of catalogRules) {
  test(`${rule} [2.29]`, async () => {
    expect(await look(house.installer, finds)).toEqual([])
    expect(await look(house.installer, finds, breaks), 'what the rule finds once it is broken').not.toEqual([])
  })
}

test('the rights of all roles are those of db/rights.txt; npm run rights writes it anew [2.29]', async () => {
  const written = readFileSync(new URL('../../../../../db/rights.txt', import.meta.url), 'utf8')
  expect(await readRights(house.installer)).toBe(written)
})
