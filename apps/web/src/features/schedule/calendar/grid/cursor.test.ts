// @vitest-environment node
import { expect, test } from 'vitest'
import { type CursorGrid, type CalendarCursor, cursorAt, cursorOnItem, moveCursor, cursorStops } from './cursor.ts'

const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
const ana = { id: 'ana', day: '2026-11-17', from: 9 * 60, to: 9 * 60 + 50 }
const leo = { id: 'leo', day: '2026-11-17', from: 9 * 60 + 30, to: 11 * 60 }
const mia = { id: 'mia', day: '2026-11-18', from: 14 * 60, to: 14 * 60 + 50 }
const board: CursorGrid = { days, segments: [leo, mia, ana], step: 30, kind: 'hours' }
const month: CursorGrid = { ...board, kind: 'month' }

/** Moves the cursor step by step and returns its last position. Throws if a step leaves the page. */
function press(on: CursorGrid, from: CalendarCursor, ...ways: Parameters<typeof moveCursor>[2][]): CalendarCursor {
  let here = from
  for (const way of ways) {
    const next = moveCursor(on, here, way)
    if ('turn' in next) throw new Error('beyond the edge')
    here = next
  }
  return here
}

test('arrow keys move through the free slots and items of a day, one after the other', () => {
  const before: CalendarCursor = { day: '2026-11-17', minute: 8 * 60 + 30, id: null }
  expect(press(board, before, 'down')).toEqual({ day: '2026-11-17', minute: 540, id: 'ana' })
  expect(press(board, before, 'down', 'down')).toEqual({ day: '2026-11-17', minute: 570, id: 'leo' })
  expect(press(board, before, 'down', 'down', 'down')).toEqual({ day: '2026-11-17', minute: 660, id: null })
  expect(press(board, before, 'down', 'down', 'down', 'up', 'up', 'up')).toEqual(before)
})

test('every slot of a day is either free or covered by an item', () => {
  const stops = cursorStops(board, '2026-11-17')
  expect(stops).toHaveLength(48 - 4 + 2)
  const taken = stops.filter((stop) => stop.id === null && stop.from < 660 && stop.to > 540)
  expect(taken).toEqual([])
  expect(stops.map((stop) => stop.from)).toEqual(stops.map((stop) => stop.from).toSorted((a, b) => a - b))
})

test('left and right move to the item or slot at the same hour of the next day', () => {
  const slot: CalendarCursor = { day: '2026-11-16', minute: 600, id: null }
  expect(press(board, slot, 'right')).toEqual({ day: '2026-11-17', minute: 570, id: 'leo' })
  expect(press(board, { ...slot, minute: 14 * 60 + 30 }, 'right', 'right')).toEqual({ ...cursorOnItem(board, 'mia') })
})

test('a step beyond the first or last day turns the page and keeps the time of day', () => {
  expect(moveCursor(board, { day: '2026-11-20', minute: 600, id: null }, 'right')).toEqual({
    turn: 1,
    day: '2026-11-23',
    minute: 600,
  })
  expect(moveCursor(board, { day: '2026-11-16', minute: 600, id: null }, 'left')).toMatchObject({
    turn: -1,
    day: '2026-11-13',
  })
  const midnight: CalendarCursor = { day: '2026-11-16', minute: 0, id: null }
  expect(press(board, midnight, 'up')).toEqual(midnight)
  expect(press(board, midnight, 'last')).toEqual({ day: '2026-11-16', minute: 23 * 60 + 30, id: null })
})

test('when the item under the cursor is removed, the next step starts at the item or slot at the same time', () => {
  expect(moveCursor(board, { day: '2026-11-17', minute: 600, id: 'gone' }, 'down')).toMatchObject({ id: 'leo' })
  expect(cursorOnItem(board, 'gone')).toBeNull()
})

test('in a month, up and down move through the items of a day, then to the next week', () => {
  const full = { ...month, days: Array.from({ length: 14 }, (_, i) => `2026-11-${String(9 + i).padStart(2, '0')}`) }
  const tenth: CalendarCursor = { day: '2026-11-10', minute: 0, id: null }
  const down = (count: number) => press(full, tenth, ...Array.from({ length: count }, () => 'down' as const))
  expect(down(1)).toEqual({ day: '2026-11-17', minute: 0, id: null })
  expect(down(2)).toMatchObject({ id: 'ana' })
  expect(down(3)).toMatchObject({ id: 'leo' })
  expect(press(full, down(1), 'up')).toEqual(tenth)
  expect(moveCursor(full, down(3), 'down')).toEqual({ turn: 1, day: '2026-11-24', minute: 570 })
  expect(cursorAt(full, '2026-11-18', 900)).toEqual({ day: '2026-11-18', minute: 0, id: null })
})
