import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { cursorAfter, parseCursor } from './cursor.ts'

const id = randomUUID()

test('a cursor returns the instant and id of the last row, to the microsecond', () => {
  const at = '2026-02-28T23:59:59.123456Z'
  expect(parseCursor(cursorAfter(at, id))).toEqual({ group: '', at, id })
})

test('a cursor of a list with groups returns the group if the list has it', () => {
  const at = '2026-02-28T23:59:59.123456Z'
  const cursor = cursorAfter(at, id, 'draft')
  expect(parseCursor(cursor, ['draft', 'issued'])).toEqual({ group: 'draft', at, id })
  expect(() => parseCursor(cursor)).toThrow(expect.objectContaining({ status: 400 }))
  expect(() => parseCursor(cursorAfter(at, id), ['draft', 'issued'])).toThrow(expect.objectContaining({ status: 400 }))
})

test.each([
  '2026-02-31T10:00:00.000Z',
  '2026-02-28T24:00:00.000Z',
  '2026-13-01T10:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  'yesterday',
])('a cursor of %s is refused', (at) => {
  expect(() => parseCursor(cursorAfter(at, id))).toThrow(expect.objectContaining({ status: 400 }))
})
