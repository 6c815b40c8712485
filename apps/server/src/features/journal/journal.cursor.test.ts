import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { journalCursor, parseJournalCursor } from './journal.cursor.ts'

const id = randomUUID()

test('a cursor returns the instant and id of the last row, to the microsecond', () => {
  const at = '2026-02-28T23:59:59.123456Z'
  expect(parseJournalCursor(journalCursor(at, id))).toEqual({ at, id })
})

test.each([
  '2026-02-31T10:00:00.000Z',
  '2026-02-28T24:00:00.000Z',
  '2026-13-01T10:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  'yesterday',
])('a cursor of %s is refused', (at) => {
  expect(() => parseJournalCursor(journalCursor(at, id))).toThrow(expect.objectContaining({ status: 400 }))
})
