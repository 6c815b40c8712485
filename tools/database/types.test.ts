import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../apps/server/src/testing/database/database.ts'
import type {} from '../../apps/server/src/testing/global.ts'
import { typesOf } from './types.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase(inject('adminUrl'))
})
afterAll(() => database.close())

test('database/types.ts equals the types generated from the migrations (npm run types:db updates it)', () => {
  const written = readFileSync(new URL('../../apps/server/src/platform/database/types.ts', import.meta.url), 'utf8')
  expect(typesOf(database.url)).toBe(written)
})
