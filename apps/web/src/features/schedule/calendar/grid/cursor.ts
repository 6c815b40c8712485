import { shiftDay } from '@attune/contract/common/time/time'
import { minutesPerDay } from '../wall-clock.ts'

/** The part of an item on one day. */
export type ItemSegment = {
  id: string
  day: string
  /** In minutes since midnight. */
  from: number
  /** In minutes since midnight. */
  to: number
}
/** The keyboard cursor: on an item, or on a free slot. */
export type CalendarCursor = {
  day: string
  /** In minutes since midnight. */
  minute: number
  /** The item; null on a free slot. */
  id: string | null
}
/** The grid on which the cursor moves. In a month each day is one slot. */
export type CursorGrid = {
  /** The visible days in order. */
  days: readonly string[]
  /** The parts of the items. */
  segments: readonly ItemSegment[]
  /** The length of a slot in minutes. */
  step: number
  kind: 'hours' | 'month'
}
export type CursorDirection = 'up' | 'down' | 'left' | 'right' | 'first' | 'last'
/** The result of a step beyond the visible days. */
export type PageTurn = {
  /** 1 for the next page and -1 for the previous one. */
  turn: 1 | -1
  /** The position of the cursor on that page. */
  day: string
  minute: number
}

type Stop = { id: string | null; from: number; to: number }

/**
 * Returns the cursor positions of a day from top to bottom: the items, and the slots without items. In a month, returns
 * the day itself, then its items.
 */
export function cursorStops(board: CursorGrid, day: string): Stop[] {
  const items = board.segments
    .filter((piece) => piece.day === day)
    .toSorted((a, b) => a.from - b.from || a.to - b.to || a.id.localeCompare(b.id))
  if (board.kind === 'month') return [{ id: null, from: 0, to: minutesPerDay }, ...items]
  const slots: Stop[] = []
  for (let from = 0; from < minutesPerDay; from += board.step) {
    const to = from + board.step
    if (!items.some((item) => item.from < to && item.to > from)) slots.push({ id: null, from, to })
  }
  return [...items, ...slots].toSorted((a, b) => a.from - b.from || (a.id ?? '').localeCompare(b.id ?? ''))
}

const at = (day: string, stop: Stop): CalendarCursor => ({ day, minute: stop.from, id: stop.id })

/**
 * Returns the cursor position that contains `minute` on a day. If there is none, returns the next position, or the last
 * position of the day. In a month, returns the day itself.
 */
export function cursorAt(board: CursorGrid, day: string, minute: number): CalendarCursor {
  const stops = cursorStops(board, day)
  const stop =
    board.kind === 'month'
      ? stops[0]
      : (stops.find((one) => one.from <= minute && one.to > minute) ??
        stops.find((one) => one.from >= minute) ??
        stops.at(-1))
  return stop ? { ...at(day, stop), minute: stop.id ? stop.from : Math.max(stop.from, 0) } : { day, minute, id: null }
}

/** Returns the cursor on an item, or null if the item is not visible. */
export function cursorOnItem(board: CursorGrid, id: string): CalendarCursor | null {
  const piece = board.segments.find((one) => one.id === id && board.days.includes(one.day))
  return piece ? { day: piece.day, minute: piece.from, id } : null
}

/** Moves the cursor by one step, or to the first or last position of its day. */
export function moveCursor(board: CursorGrid, cursor: CalendarCursor, way: CursorDirection): CalendarCursor | PageTurn {
  if (way === 'left' || way === 'right') return moveSideways(board, cursor, way === 'right' ? 1 : -1, 1)
  const stops = cursorStops(board, cursor.day)
  if (way === 'first' || way === 'last') {
    const stop = way === 'first' ? stops[0] : stops.at(-1)
    return stop ? at(cursor.day, stop) : cursor
  }
  const here = stops.findIndex((stop) => stop.id === cursor.id && (cursor.id !== null || stop.from === cursor.minute))
  // If the position of the cursor no longer exists, moves to the position that contains the cursor's minute.
  if (here < 0) return cursorAt(board, cursor.day, cursor.minute)
  const next = stops[way === 'down' ? here + 1 : here - 1]
  if (next) return at(cursor.day, next)
  if (board.kind === 'hours') return cursor
  const moved = moveSideways(board, cursor, way === 'down' ? 1 : -1, 7)
  if ('turn' in moved || way === 'down') return moved
  const above = cursorStops(board, moved.day).at(-1)
  return above ? at(moved.day, above) : moved
}

function moveSideways(
  board: CursorGrid,
  cursor: CalendarCursor,
  turn: 1 | -1,
  days: number,
): CalendarCursor | PageTurn {
  const day = adjacentDay(board.days, cursor.day, turn * days)
  if (board.days.includes(day)) return cursorAt(board, day, cursor.minute)
  return { turn, day, minute: cursor.minute }
}

/** Returns the day that is `days` columns away. Skips the hidden days of a weekend. */
export function adjacentDay(shown: readonly string[], day: string, days: number): string {
  const index = shown.indexOf(day)
  const inside = index >= 0 ? shown[index + days] : undefined
  if (inside !== undefined || Math.abs(days) > 1) return inside ?? shiftDay(day, days)
  // With a hidden Sunday or weekend, a step forward from the last visible day leads to the next Monday. A step back
  // from Monday leads to the previous week, to the weekday that is the last visible day of this week.
  return shiftDay(day, days * (shown.length > 1 && shown.length < 7 && index >= 0 ? 8 - shown.length : 1))
}
