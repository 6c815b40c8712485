import { expect, test } from 'vitest'
import { writesOfFunction } from './function-tables.mjs'
import { functionFaults, functionsIn } from './function-walls.mjs'

const plpgsql = (body: string) =>
  writesOfFunction({
    language: 'plpgsql',
    body,
    definition: `create function def.f() returns void language plpgsql as $$ declare record_id uuid; begin ${body} end $$`,
  })

test('the tables that the body of a function writes are found, also in an assignment and in a loop', () => {
  expect(plpgsql('update app.session set at = now(); perform from app.client;').writes).toEqual(['app.session'])
  expect(
    plpgsql('record_id := (select id from app.client); insert into app.task (id) values (record_id);').writes,
  ).toEqual(['app.task'])
  expect(
    plpgsql('for record_id in select id from app.client loop delete from app.task where id = record_id; end loop;')
      .writes,
  ).toEqual(['app.task'])
  expect(
    writesOfFunction({ language: 'sql', body: 'delete from app.task returning id', definition: '' }).writes,
  ).toEqual(['app.task'])
})

test('SQL that a function composes is found', () => {
  expect(plpgsql("execute format('delete from %s', record_id);").isDynamic).toBe(true)
  expect(plpgsql('perform from app.client;').isDynamic).toBe(false)
})

const owners = new Map([
  ['app.client', 'client'],
  ['app.task', 'task'],
])
const faults = (line: string, listed = {}) => functionFaults(functionsIn(line), owners, ['client', 'task'], listed)

test('a foreign write of a function is found unless its reason is listed', () => {
  const line = 'def.f(uuid,timestamp with time zone) writes: app.client app.task; feature: client'
  expect(faults(line)).toEqual([expect.stringContaining('function def.f: app.task is a foreign write of client')])
  expect(faults(line, { 'def.f: app.task': 'erasure' })).toEqual([])
  expect(faults('def.f() writes: none; feature: task', { 'def.f: app.task': 'erasure' })).toEqual([
    expect.stringContaining('which no function writes'),
  ])
})

test('a function without a feature, or with one that does not exist, is found', () => {
  expect(faults('def.f() writes: none; no comment')).toEqual([expect.stringContaining("belongs to 'none'")])
  expect(faults('def.f() writes: none; feature: people')).toEqual([expect.stringContaining("belongs to 'people'")])
})
