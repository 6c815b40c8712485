import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../apps/server/src/testing/database/database.ts'
import type {} from '../../apps/server/src/testing/global.ts'
import { catalogFindings } from './catalog-findings.ts'
import { outcomeOf } from './catalog.mjs'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase(inject('adminUrl'), 1)
})
afterAll(() => database.close())

/** Executes a statement as the owner of the schema, like a migration. */
const change = (sql: string) => database.installer.query(`set role attune_owner; ${sql}; reset role`)

test('the table that npm run migrate:new writes violates no rule @slow', async () => {
  const template = readFileSync(join(import.meta.dirname, '../database/new-table.sql'), 'utf8')
  await database.installer.query(`begin; set local role attune_owner; ${template}`)
  try {
    expect(await catalogFindings(database.installer)).toEqual([])
  } finally {
    await database.installer.query('rollback')
  }
})

test('the check names the rule and the table for a deleted rule of erasure, an open policy and an unchecked definer function @slow', async () => {
  expect(await catalogFindings(database.installer)).toEqual([])
  await change(`comment on table app.feedback is 'owner: account'`)
  await change('alter policy client_sees on app.client using (true)')
  await change(`set role attune_app_definer; create function def.every_client() returns setof uuid language sql stable security definer
    set search_path = pg_catalog, pg_temp as 'select id from app.client'; revoke execute on function def.every_client() from public;
    grant execute on function def.every_client() to attune_app_client`)
  const findings = (await catalogFindings(database.installer)).join('\n')
  expect(findings).toMatch(/at erasure and at disconnect; violated by\n {2}app\.feedback erasure/)
  expect(findings).toMatch(/have no condition; violated by\n {2}app\.client client_sees/)
  expect(findings).toMatch(/proves the caller’s right itself; violated by\n {2}def\.every_client\(\)/)
})

test('the check passes with a remark only if no database can be started', () => {
  expect(outcomeOf({ status: 0, output: '', findings: [] })).toEqual({ ok: true, findings: [] })
  expect(outcomeOf({ status: 1, output: 'a rule', findings: ['a rule'] })).toEqual({ ok: false, findings: ['a rule'] })
  expect(
    outcomeOf({ status: 2, output: 'No Postgres for this system.', findings: ['No Postgres for this system.'] }),
  ).toEqual({
    ok: true,
    remark: 'skipped, because no database can be started here: No Postgres for this system.',
  })
})
