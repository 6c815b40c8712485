import { expect, test } from 'vitest'
import { findMigrationFaults, migrationFaults, withMissingLines } from './migration-hashes.mjs'

const [people, tags, drafts] = ['a1  0001-people.sql', 'b1  0002-tags.sql', 'c1  0003-drafts.sql'] as const
const noted = [people, tags]

test('every migration is as it was when its hash was noted in db/migrations.sha256', () => {
  expect(findMigrationFaults()).toEqual([])
})

test('a changed migration and a changed line are refused', () => {
  const differs = [expect.stringMatching(/^db\/migrations\/0002-tags\.sql and its line in .* differ: restore both/)]
  expect(migrationFaults(noted, [people, 'b2  0002-tags.sql'])).toEqual(differs)
  expect(migrationFaults([people, 'b2  0002-tags.sql'], noted)).toEqual(differs)
})

test('a migration without a line and a line without a migration are refused', () => {
  expect(migrationFaults([people], noted)).toEqual([
    expect.stringMatching(/^db\/migrations\/0002-tags\.sql has no line in .*: run npm run types:db, or restore/),
  ])
  expect(migrationFaults(noted, [people])).toEqual([
    expect.stringMatching(/^db\/migrations\/0002-tags\.sql is missing, .*: restore the file$/),
  ])
})

test('npm run types:db adds the line of a new migration in its place and keeps the line of a changed one', () => {
  expect(withMissingLines([people, drafts], ['a2  0001-people.sql', tags, drafts])).toBe(
    `${people}\n${tags}\n${drafts}\n`,
  )
})
