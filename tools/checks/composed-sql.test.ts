import { expect, test } from 'vitest'
import { composedIn } from './composed-sql.mjs'

const found = (code: string, allowed?: number) => composedIn('a.ts', code, allowed)

test.each([
  'sql`select 1 ${sql.raw(order)}`',
  'sql.raw(`for ${how}`)',
  'db.query(`select ${name}`)',
  "db.query<{ id: string }>('update a set b = ' + value)",
  'await tx.run(`${start} from app.client`)',
  'const text = `truncate ${name}`; client.query({ name: "one", text })',
  'const text = `truncate ${name}`; client.query({ name: "one", text: text })',
  'export const lockSql = (table: string) => `select from ${table} for update`',
  "let name = 'client'; tx.run(`select id from ${name}`)",
])('SQL that contains a value of a variable is found: %s', (code) => {
  expect(found(code)).toHaveLength(1)
})

test.each([
  'sql`select id from app.client where id = ${id}`',
  "tx.run('select id from app.client where id = $1', [id])",
  "sql.raw('for update')",
  'const columns = `id, name`; const all = `select ${columns} from app.client`; db.query(all)',
  'throw new Error(`update ${name} first`)',
  'run(`${folder}/one.ts`.length)',
])('values as parameters, constants and other texts have no finding: %s', (code) => {
  expect(found(code)).toEqual([])
})

test('a listed file must have exactly the listed number of them', () => {
  const code = 'db.query(`select ${name}`)'
  expect(found(code, 1)).toEqual([])
  expect(found(code, 2)).toEqual([
    'a.ts composes SQL from strings; pass the value as a parameter; tools/checks/composed-sql.mjs lists 2 of them, 1 exist: select ',
  ])
  expect(found('', 1)).toEqual(['a.ts composes no SQL; tools/checks/composed-sql.mjs lists 1 of them, 0 exist'])
})
