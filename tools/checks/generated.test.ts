import { expect, test } from 'vitest'
import { routeFaults, staleFiles } from './generated.mjs'

const record = [
  'npm run types:db read db/migrations/0001-people.sql a1',
  'npm run types:db read db/migrations/0002-tags.sql b1',
  'npm run types:db wrote apps/types.ts c1',
]
/** Returns the findings for a record in which one line is missing or replaced by `other`. */
const after = (line: string, other?: string): string[] =>
  staleFiles(record, [...record.filter((each) => each !== line), ...(other ? [other] : [])])

test('files that are as the command left them have no findings', () => {
  expect(staleFiles(record, record)).toEqual([])
})

test('a new migration is found with the command that reads it', () => {
  expect(staleFiles(record, [...record, 'npm run types:db read db/migrations/0003-new.sql d1'])).toEqual([
    'db/migrations/0003-new.sql is new since the last npm run types:db (db/generated.txt): run npm run types:db',
  ])
})

test('a deleted and an edited migration are found', () => {
  const [, second = ''] = record
  const deleted = after(second)
  expect(deleted).toHaveLength(1)
  expect(deleted[0]).toMatch(
    /^db\/migrations\/0002-tags\.sql was deleted since .*: run npm run types:db; .* restore it/,
  )
  expect(after(second, second.replace('b1', 'b2'))[0]).toMatch(/^db\/migrations\/0002-tags\.sql has changed since /)
})

test('a generated file that was edited by hand is found', () => {
  const [, , types = ''] = record
  expect(after(types, types.replace('c1', 'c2'))).toEqual([
    'apps/types.ts was edited by hand or merged since the last npm run types:db (db/generated.txt): run npm run types:db',
  ])
})

test('a command that is missing from the record is found', () => {
  expect(staleFiles([], record)).toHaveLength(record.length)
})

test('route files and the route tree that differ are found', () => {
  const tree = "import { Route as Index } from './routes/index.tsx'\nimport { Route as Old } from './routes/old.tsx'"
  expect(routeFaults(tree, ['index.tsx', 'old.tsx'])).toEqual([])
  expect(routeFaults(tree, ['index.tsx', 'new.tsx'])).toEqual([
    expect.stringMatching(/routes\/new\.tsx is not in the route tree: run /),
    expect.stringMatching(/routes\/old\.tsx is in the route tree but does not exist: run /),
  ])
})
