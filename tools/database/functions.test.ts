import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../apps/server/src/testing/database/database.ts'
import type {} from '../../apps/server/src/testing/global.ts'
import { readFunctionRules } from './functions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase(inject('adminUrl'))
})
afterAll(() => database.close())

test('db/functions.txt has the features and the writes of all functions, which npm run rights updates', async () => {
  const written = readFileSync(new URL('../../db/functions.txt', import.meta.url), 'utf8')
  expect(await readFunctionRules(database.installer)).toBe(written)
})
