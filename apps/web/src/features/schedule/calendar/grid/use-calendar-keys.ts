import { useState, type KeyboardEvent } from 'react'
import {
  type PageTurn,
  type CursorGrid,
  type CalendarCursor,
  adjacentDay,
  cursorAt,
  cursorOnItem,
  moveCursor,
  type CursorDirection,
} from './cursor.ts'
import type { CalendarItem } from '../item/items.ts'
import { instantAtWallClock, addMinutes, wholeMinutesBetween, wallClockAt } from '../wall-clock.ts'

/** A new, unconfirmed time for an item. */
export type MoveDraft = { id: string; startUtc: string; endUtc: string }
export type MoveMode = 'move' | 'resize'

/** Minutes by which an arrow key moves or resizes an item. */
const stride = 15
const ways: Record<string, CursorDirection> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
}

type Props = {
  board: CursorGrid
  items: readonly CalendarItem[]
  zone: string
  /** Initial position of the cursor. */
  start: { day: string; minute: number }
  draft: MoveDraft | null
  onDraft: (draft: MoveDraft | null) => void
  /** Called when the person ends the move with Enter and the time has changed. */
  onKeep: (draft: MoveDraft) => void
  onOpen: (id: string) => void
  onCreate?: (cursor: CalendarCursor) => void
  onNew?: () => void
  onToday: () => void
  /** Returns the cursor's position on the next (1) or previous (-1) page. */
  turned: (cursor: CalendarCursor, turn: 1 | -1) => PageTurn
  /** Turns to the next (1) or previous (-1) page; `day` is a day on that page. */
  onTurn: (turn: 1 | -1, day: string) => void
  /** Announces the position of the cursor and the steps of a move to screen readers. */
  say: {
    place: (cursor: CalendarCursor) => void
    begun: (item: CalendarItem, mode: MoveMode) => void
    draft: (item: CalendarItem, draft: MoveDraft, mode: MoveMode) => void
    back: (item: CalendarItem) => void
    fixed: (item: CalendarItem) => void
    unchanged: (item: CalendarItem) => void
  }
}

/**
 * Handles the keys of the calendar, which is one tab stop, while it has the focus. Arrow keys, Home and End move the
 * cursor. Page Up and Page Down turn pages. Enter opens an item or adds one, N adds a session, T goes to today. M
 * starts moving and R starts resizing an item; then arrow keys change the time, Enter confirms and Escape cancels.
 */
export function useCalendarKeys(props: Props) {
  const { board, zone, draft, say } = props
  const cursor = useCursor(props)
  const { here, go } = cursor
  const edit = useKeyboardMove(props, cursor)
  /** Returns the action of a key, or undefined if the calendar does not use the key. */
  const actionOf = (key: string): (() => void) | undefined => {
    const way = ways[key]
    if (way) return () => go(moveCursor(board, here, way))
    if (key === 'PageUp' || key === 'PageDown') return () => go(props.turned(here, key === 'PageUp' ? -1 : 1))
    if (key === 'Enter') return () => (here.id ? props.onOpen(here.id) : props.onCreate?.(here))
    const letter = key.toLowerCase()
    if (letter === 'm') return () => edit.begin('move')
    if (letter === 'r') return () => edit.begin('resize')
    if (letter === 'n') return props.onNew
    if (letter === 't') return cursor.goToday
    return undefined
  }
  const editActionOf = (event: KeyboardEvent, mode: MoveMode, moved: MoveDraft): (() => void) | undefined => {
    const way = ways[event.key]
    if (event.key === 'Enter') return edit.end
    if (event.key === 'Escape') return () => (event.stopPropagation(), edit.putBack())
    return way && (() => edit.change(shiftDraft(moved, mode, way, board, zone)))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const act = edit.mode && draft ? editActionOf(event, edit.mode, draft) : actionOf(event.key)
    if (!act) return
    event.preventDefault()
    act()
  }
  return { here, onKeyDown, sayHere: () => say.place(here) }
}

/** Returns the position of the cursor, and functions that move it. A move beyond the visible days turns the page. */
function useCursor({ board, start, say, onTurn, onToday }: Props) {
  const [at, setAt] = useState<CalendarCursor | null>(null)
  const here = (at?.id ? cursorOnItem(board, at.id) : null) ?? nearest(board, at ?? { ...start, id: null })
  const go = (next: ReturnType<typeof moveCursor>) => {
    if (!('turn' in next)) {
      setAt(next)
      say.place(next)
      return
    }
    const beyond = { day: next.day, minute: next.minute, id: null }
    setAt(beyond)
    onTurn(next.turn, next.day)
    say.place(beyond)
  }
  const goToday = () => {
    setAt({ ...start, id: null })
    say.place({ ...start, id: null })
    onToday()
  }
  /** Moves the cursor to an item on a day, and turns the page if the day is not visible. */
  const follow = (id: string, day: string) => {
    setAt({ ...here, day, id })
    const [first] = board.days
    if (first && !board.days.includes(day)) onTurn(day < first ? -1 : 1, day)
  }
  return { here, go, goToday, follow }
}

/** Moves or resizes the item under the cursor until the person confirms or cancels the change. */
function useKeyboardMove(props: Props, { here, follow }: ReturnType<typeof useCursor>) {
  const { board, items, zone, draft, say, onDraft } = props
  const [mode, setMode] = useState<MoveMode | null>(null)
  const item = items.find((one) => one.id === (draft?.id ?? here.id))
  const begin = (wanted: MoveMode) => {
    if (!item) return
    if (!item.movable || (wanted === 'resize' && board.kind === 'month')) return say.fixed(item)
    setMode(wanted)
    onDraft({ id: item.id, startUtc: item.startUtc, endUtc: item.endUtc })
    say.begun(item, wanted)
  }
  const change = (next: MoveDraft) => {
    if (!item) return
    onDraft(next)
    say.draft(item, next, mode ?? 'move')
    follow(next.id, wallClockAt(next.startUtc, zone).day)
  }
  const end = () => {
    setMode(null)
    if (!draft || !item) return
    const same = items.some((one) => one.id === draft.id && sameTime(one, draft))
    if (same) {
      onDraft(null)
      say.unchanged(item)
    } else props.onKeep(draft)
  }
  const putBack = () => {
    setMode(null)
    onDraft(null)
    if (!item) return
    follow(item.id, wallClockAt(item.startUtc, zone).day)
    say.back(item)
  }
  return { mode, begin, change, end, putBack }
}

const sameTime = (item: { startUtc: string; endUtc: string }, draft: MoveDraft) =>
  Date.parse(item.startUtc) === Date.parse(draft.startUtc) && Date.parse(item.endUtc) === Date.parse(draft.endUtc)

/** Returns the cursor position at the same day and minute. If the day is not visible, uses the first visible day. */
function nearest(board: CursorGrid, cursor: CalendarCursor): CalendarCursor {
  const day = board.days.includes(cursor.day) ? cursor.day : (board.days[0] ?? cursor.day)
  return cursorAt(board, day, cursor.minute)
}

/**
 * Returns the draft after one step of moving or resizing. A moved item keeps its duration, even across a clock change.
 */
export function shiftDraft(
  draft: MoveDraft,
  mode: MoveMode,
  way: CursorDirection,
  board: Pick<CursorGrid, 'kind' | 'days'>,
  zone: string,
): MoveDraft {
  const lasts = wholeMinutesBetween(draft.startUtc, draft.endUtc)
  if (mode === 'resize') {
    const minutes = { up: -stride, down: stride }[way as 'up' | 'down'] ?? 0
    const next = Math.min(1440, Math.max(stride, lasts + minutes))
    return { ...draft, endUtc: addMinutes(draft.startUtc, next) }
  }
  const { day, minute } = wallClockAt(draft.startUtc, zone)
  const month = board.kind === 'month'
  const days = { left: -1, right: 1, up: month ? -7 : 0, down: month ? 7 : 0, first: 0, last: 0 }[way]
  // Up and down move by 15 minutes of elapsed time. The opposite key can then revert a step across a clock change.
  const minutes = { up: -stride, down: stride }[way as 'up' | 'down'] ?? 0
  const startUtc = days
    ? instantAtWallClock({ day: adjacentDay(board.days, day, days), minute }, zone)
    : addMinutes(draft.startUtc, month ? 0 : minutes)
  return { ...draft, startUtc, endUtc: addMinutes(startUtc, lasts) }
}
