import { expect, test } from 'vitest'
import {
  ownerFaults,
  pairCounts,
  pairFaults,
  publishedViews,
  readerFaults,
  readersText,
  tableOwners,
  tableUses,
  unreadFaults,
  viewFaults,
  writeFaults,
} from './table-walls.mjs'
import { tablesOfModule } from './sql-tables.mjs'

const tables = `app.client changes: none; comment: owner: therapist; erasure: delete; disconnect: keep; feature: client
app.session changes: none; comment: owner: therapist; erasure: delete; disconnect: keep; feature: session
auth."user" changes: none; comment: owner: account; erasure: delete; disconnect: keep; feature: platform`
const owners = tableOwners(tables)
const uses = (text: string, feature = 'session') =>
  tableUses([{ path: 'a.ts', feature, tables: tablesOfModule(text) }], owners)

test.each([
  "tx.run('update app.client set name = $1', [name])",
  'sql`insert into app.client (id) values (${id})`',
  'sql`delete from app.client where id = ${id}`',
  'sql`with gone as (delete from app.client returning id) select from gone`',
  "db.updateTable('client').set({ name })",
  "db.insertInto('client').values({ name })",
  "db.deleteFrom('client')",
])('a foreign write is found: %s', (code) => {
  const { writes } = uses(code)
  expect(writeFaults(writes, {})).toEqual([
    expect.stringContaining('foreign write session -> client: app.client, 1 times'),
  ])
  expect(writeFaults(writes, { 'session -> client: app.client': 1 })).toEqual([])
  expect(writeFaults(uses(code, 'client').writes, {})).toEqual([])
})

test('the number of a foreign write that is gone must be lowered', () => {
  expect(writeFaults(new Map(), { 'session -> client: app.client': 1 })).toEqual([expect.stringContaining('to 0')])
})

test.each([
  'sql`select c.id from app.session s join app.client c on c.id = s.client_id`',
  'sql`exists (select from app.client c where c.id = ${id})`',
  'sql`join app.client c on c.id = ${id}`',
  "db.selectFrom('client as c')",
  "db.selectFrom('session').innerJoin('client as c', 'c.id', 'session.id')",
])('a foreign read is found unless it is listed: %s', (code) => {
  const { reads } = uses(code)
  expect(readerFaults(reads, '')).toEqual([expect.stringContaining('foreign read session -> client: app.client')])
  expect(readerFaults(reads, 'session -> client: app.client')).toEqual([])
})

test('a new foreign read needs a reason, and one that is gone leaves the list', () => {
  const { reads } = uses('sql`select from app.client`')
  const text = readersText(reads, 'session -> platform: auth.user')
  expect(text).toBe('session -> client: app.client (REASON)\n')
  expect(readerFaults(reads, text)).toEqual([expect.stringContaining('without a reason')])
  expect(readersText(reads, 'session -> client: app.client (the zone)')).toBe(
    'session -> client: app.client (the zone)\n',
  )
  expect(readerFaults(new Map(), text)).toContainEqual(expect.stringContaining('which no code reads'))
})

test('a text that the parser cannot read is found, and its tables are read by a pattern', () => {
  const { reads, unread } = uses('sql`select from from app.client c where`')
  expect([...reads.keys()]).toEqual(['session -> client: app.client'])
  expect(unreadFaults(unread, {})).toEqual([
    expect.stringContaining('a.ts has 1 texts of SQL that the parser cannot read'),
  ])
  expect(unreadFaults(unread, { 'a.ts': 1 })).toEqual([])
  expect(unreadFaults(new Map(), { 'a.ts': 1 })).toHaveLength(1)
})

test('a table whose name is composed is found', () => {
  expect(unreadFaults(uses('sql`update app.${table} t set at = now()`').unread, {})).toHaveLength(1)
})

test('a table without a feature, or with one that does not exist, is found', () => {
  expect(ownerFaults(owners, ['client', 'session'])).toEqual([])
  expect(ownerFaults(owners, ['session'])).toEqual([expect.stringContaining("app.client belongs to 'client'")])
  expect(ownerFaults(tableOwners('app.client changes: none; comment: none'), ['client'])).toHaveLength(1)
})

const view = (reads: string, feature = 'client') =>
  publishedViews(`app.client_name view: id name; reads: ${reads}; comment: the name of a client; feature: ${feature}`)
const viewed = (reads: string, feature?: string) => viewFaults(view(reads, feature), owners, ['client', 'session'])

test('a view is a public interface: a feature may read it, but not write it', () => {
  const views = view('app.client 2/9')
  const of = (text: string) =>
    tableUses([{ path: 'a.ts', feature: 'session', tables: tablesOfModule(text) }], owners, views)
  expect(of('sql`select name from app.client_name c`')).toEqual({
    reads: new Map(),
    writes: new Map(),
    unread: new Map(),
  })
  expect([...of('sql`update app.client_name set name = 1`').writes.keys()]).toEqual([
    'session -> client: app.client_name',
  ])
})

test('a view that is a copy of its table, that reads a foreign table, or that names no feature is found', () => {
  expect(viewed('app.client 4/9')).toEqual([])
  expect(viewed('app.client 5/9')).toEqual([expect.stringContaining('a copy of the table')])
  expect(viewed('app.client 2/9, app.session 1/9')).toEqual([expect.stringContaining('reads app.session of session')])
  expect(viewed('app.client 2/9', 'people')).toEqual([expect.stringContaining("belongs to 'people'")])
})

test('the numbers of pairs may only become lower', () => {
  const domains = new Map([
    ['client', 'people'],
    ['session', 'schedule'],
    ['series', 'schedule'],
  ])
  const reads = new Map(
    ['session -> client: app.a', 'session -> client: app.b', 'series -> session: app.c'].map((key) => [key, 1]),
  )
  const counts = pairCounts(reads, domains)
  expect(counts).toEqual({ all: 2, betweenDomains: 1 })
  expect(pairFaults(counts, { all: 2, betweenDomains: 1 })).toEqual([])
  expect(pairFaults(counts, { all: 1, betweenDomains: 1 })).toEqual([
    expect.stringContaining('2 pairs of features (all)'),
  ])
  expect(pairFaults(counts, { all: 2, betweenDomains: 2 })).toEqual([
    expect.stringContaining('maxPairs.betweenDomains'),
  ])
})
